// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// They differ in their last part alone.
__global__ void k(float4* out, const float* x) {
  out[threadIdx.x / 2] = make_float4(x[0], x[1], x[2], x[threadIdx.x]); /*A*/
}
