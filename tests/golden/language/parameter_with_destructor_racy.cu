// expect: refuted
// flags: --block 64 --grid 4
// finding: race confirmed error A
struct Lock {
  int* mutex;
  Lock();
  ~Lock();
  __device__ void take() {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void give() {
    __threadfence();
    atomicExch(mutex, 0);
  }
};

__global__ void sum(Lock lock, float* total, float value) {
  if (threadIdx.x != 0) return;

  *total += value; /*A*/
  lock.give();
}
