// The array that they copy from is written by the kernel too.
// expect: refuted
// finding: race confirmed error W W

__global__ void __launch_bounds__(64) same_cell_changing(float* in, float* out) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32;
  s[lane] = in[lane]; /*W*/
  __syncthreads();
  in[lane] = 0;
  out[threadIdx.x] = s[31 - lane];
}
