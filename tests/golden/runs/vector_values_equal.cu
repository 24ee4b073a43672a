// expect: verified
// flags: --block 64 --grid 1
// finding: same-value-write confirmed warning A A
__global__ void k(float4* out, const float4* x) {
  const float4 v = x[threadIdx.x / 2];
  out[threadIdx.x / 2] = make_float4(v.x, v.y, v.x, v.w); /*A*/
}
