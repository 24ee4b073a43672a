// expect: verified
// flags: --block 64
struct Work {
  template <bool whole> __device__ void run(float* to) { step<whole, 1>(to); }
  template <bool whole, int n> __device__ void step(float* to) { to[threadIdx.x / 1] = threadIdx.x; }
};
__global__ void work(float* out) {
  __shared__ float buffer[64];
  Work all;
  all.run<true>(buffer);
  __syncthreads();
  out[64 * blockIdx.x + threadIdx.x] = buffer[threadIdx.x];
}
