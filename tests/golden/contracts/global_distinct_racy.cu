// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
__device__ int perm[4096];
__global__ void scatter(int* out, int n) {
  __requires(distinct(perm));
  int i = threadIdx.x;
  if (i < n) out[perm[i] / 2] = i; /*A*/
}
