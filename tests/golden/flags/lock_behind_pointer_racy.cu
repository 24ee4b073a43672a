// expect: refuted
// finding: race any error R W
// more: yes
// The lock is that of another bucket, a pointer in memory.
struct Lock {
  int* word;
  __device__ void take() {
    while (atomicCAS(word, 0, 1) != 0)
      ;
    __threadfence();
  }
  __device__ void give() {
    __threadfence();
    atomicExch(word, 0);
  }
};
__global__ void insert(const unsigned* keys, int* first, int* next, Lock* locks) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  unsigned bucket = keys[i] % 512;
  for (int turn = 0; turn < 32; ++turn)
    if (threadIdx.x % 32 == turn) {
      locks[i % 512].take();
      next[i] = first[bucket]; /*R*/
      first[bucket] = i; /*W*/
      locks[i % 512].give();
    }
}
void run(const unsigned* keys, int* first, int* next, Lock* locks) { insert<<<20, 128>>>(keys, first, next, locks); }
