// Whether threads meet depends on the data: that cannot be decided.
// expect: unknown
// unknown: B whether this branch is taken depends on what parameter param_0 points to

__global__ void __launch_bounds__(64) data_barrier(const float* in, float* out) {
  if (in[0] > 1.0f) /*B*/
    __syncthreads();
  out[threadIdx.x] = 1;
}
