// expect: verified
// finding: same-value-write possible warning S S
// suggests: n >= blockDim.x
// What is suggested rules these writes out, not ones of different values, of which there are none.
__global__ void k(float4 *out, const float4 *in, int n) {
  if ((int)blockDim.x > n) out[blockIdx.x] = in[n]; /*S*/
}
