// expect: verified
// Each bucket has a lock of its own, which is a pointer in memory.
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
      locks[bucket].take();
      next[i] = first[bucket];
      first[bucket] = i;
      locks[bucket].give();
    }
}
void run(const unsigned* keys, int* first, int* next, Lock* locks) { insert<<<20, 128>>>(keys, first, next, locks); }
