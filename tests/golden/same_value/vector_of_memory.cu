// expect: verified
// finding: same-value-write confirmed warning S S
// All threads store the same four numbers of memory, whatever these are.
__global__ void k(float4 *out, const float4 *in, int n) {
  if ((int)blockDim.x > n) out[blockIdx.x] = in[n]; /*S*/
}
