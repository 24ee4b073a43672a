// expect: refuted
// finding: race any error A
// finding: race any error B
// Votes of halves of a warp differ, and so do values from a lane of one's own choice.
__global__ void __launch_bounds__(256) votes(unsigned* out, const float* in) {
  __shared__ unsigned vote[8];
  __shared__ float other[8];
  int warp = threadIdx.x / 32;
  unsigned half = threadIdx.x % 32 < 16 ? 0xffff : 0xffff0000;
  vote[warp] = __ballot_sync(half, in[threadIdx.x] > 0); /*A*/
  other[warp] = __shfl_sync(0xffffffff, in[threadIdx.x], threadIdx.x % 4); /*B*/
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = vote[0] + other[0];
}
// more: yes
