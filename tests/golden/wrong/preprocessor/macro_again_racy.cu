// expect: refuted
// flags: --block 64
// finding: race any error A
// Each kernel has the text that was in force.
#define SLOT threadIdx.x
__global__ void first(int* out) { out[blockIdx.x * blockDim.x + SLOT] = 1; }
#define SLOT (threadIdx.x / 2)
__global__ void second(int* out) {
  __shared__ int s[1024];
  s[SLOT] = threadIdx.x; /*A*/
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
