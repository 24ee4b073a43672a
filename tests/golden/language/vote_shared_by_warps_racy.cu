// expect: refuted
// finding: race any error A
// The votes of two warps differ.
__global__ void votes(unsigned* out, const float* in) {
  __shared__ unsigned vote;
  vote = __ballot_sync(0xffffffff, in[threadIdx.x] > 0); /*A*/
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = vote;
}
// more: yes
