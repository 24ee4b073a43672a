// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
__device__ constinit int step = 1;
__global__ void store() {
  __shared__ int s[64];
  s[threadIdx.x * step] = threadIdx.x; /*A*/
}
void set(int value) { cudaMemcpyToSymbol(step, &value, 4); }
