// The size of an expression that is not understood is some number.
// expect: refuted
// finding: race possible error A A
// depends: the size of
__global__ void offsets(float* out) {
  out[(blockIdx.x * blockDim.x + threadIdx.x) * sizeof(elsewhere(out))] = threadIdx.x; /*A*/
}
