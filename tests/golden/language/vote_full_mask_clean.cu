// expect: verified
// finding: same-value-write any warning A
// finding: same-value-write any warning B
// A vote of the whole warp is one value for the warp, and so is what one lane broadcasts.
__global__ void __launch_bounds__(256) votes(unsigned* out, const float* in) {
  __shared__ unsigned vote[8];
  __shared__ float first[8];
  int warp = threadIdx.x / 32;
  vote[warp] = __ballot_sync(0xffffffff, in[threadIdx.x] > 0); /*A*/
  first[warp] = __shfl_sync(0xffffffff, in[threadIdx.x], 0); /*B*/
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = vote[0] + first[0];
}
