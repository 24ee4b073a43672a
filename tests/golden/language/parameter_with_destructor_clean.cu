// expect: verified
// flags: --block 64 --grid 4
// assumes: the host frees nothing that the kernel uses when it destroys lock
// No device runs a destructor of the host's alone.
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
  lock.take();
  *total += value;
  lock.give();
}
