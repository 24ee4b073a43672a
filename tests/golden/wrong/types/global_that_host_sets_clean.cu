// expect: verified
// flags: --block 64
__device__ constinit int step = 1;
__global__ void store() {
  __shared__ int s[64];
  s[threadIdx.x * 1] = threadIdx.x;
}
void set(int value) { cudaMemcpyToSymbol(step, &value, 4); }
