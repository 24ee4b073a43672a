// expect: refuted
// flags: --block 64 --grid 1
// finding: race any error A A
// What the kernel wrote itself is not what the launch found.
__device__ int perm[64];
__global__ void scatter(int* out, const int* in) {
  __requires(distinct(perm));
  perm[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[perm[threadIdx.x]] = threadIdx.x; /*A*/
}
