// The size of an expression that is not understood is not known.
// expect: unknown
// unknown: A undeclared identifier
__global__ void offsets(float* out) {
  out[(blockIdx.x * blockDim.x + threadIdx.x) * sizeof(elsewhere(out))] = threadIdx.x; /*A*/
}
