// expect: verified
// flags: --block 128 --grid 1
// The next transfer starts behind the stencil.
#define FULL 1
#define EMPTY 2

// The transfer of a plane as an object: who computes starts it and waits for its end, who transfers
// waits for the start and says when it is done.
class AsyncTransfer {
 public:
  __device__ AsyncTransfer(int full, int empty, int threads)
      : full_(full), empty_(empty), threads_(threads) {}
  __device__ void start() { asm volatile("bar.arrive %0, %1;" ::"r"(empty_), "r"(threads_) : "memory"); }
  __device__ void wait_for_end() { asm volatile("bar.sync %0, %1;" ::"r"(full_), "r"(threads_) : "memory"); }
  __device__ void wait_for_start() { asm volatile("bar.sync %0, %1;" ::"r"(empty_), "r"(threads_) : "memory"); }
  __device__ void finish() { asm volatile("bar.arrive %0, %1;" ::"r"(full_), "r"(threads_) : "memory"); }

 private:
  int full_, empty_, threads_;
};

// Reverse-time migration: compute warps go through the planes, transfer warps load the next plane
// into the one buffer, of which the compute warps use the middle with a stencil of any radius.
__global__ void propagate(float* out, const float* in, const float* coefficient, int planes, int radius) {
  __shared__ float plane[3 * 64];
  float* middle = plane + 64;
  int t = threadIdx.x % 64;
  AsyncTransfer transfer(FULL, EMPTY, 128);
  if (threadIdx.x < 64) {
    transfer.start();
    for (int z = 0; z < planes; z++) {
      transfer.wait_for_end();
      float sum = coefficient[0] * middle[t]; /*C*/
      for (int j = 1; j <= radius; j++)
        sum += coefficient[j] * (middle[t - j] + middle[t + j]); /*B*/
      transfer.start();
      out[z * 64 + t] = sum;
    }
  } else {
    for (int z = 0; z < planes; z++) {
      transfer.wait_for_start();
      for (int i = t; i < 192; i += 64)
        plane[i] = in[z * 192 + i]; /*A*/
      transfer.finish();
    }
    transfer.wait_for_start();
  }
}
