// expect: refuted
// flags: --block 64 --infer-requires
// finding: race confirmed error W R
// under: none
// A barrier that is chosen is no loop: nobody relies on the choice.
__global__ void swap(float* out, const float* in, int ordered) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.x]; /*W*/
  if (ordered) __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x]; /*R*/
}
