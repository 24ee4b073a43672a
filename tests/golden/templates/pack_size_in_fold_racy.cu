// expect: refuted
// finding: race confirmed error A
// sizeof... of the pack that a fold repeats.
template <int... At>
__device__ void store(float* out, int t) {
  ((out[t * sizeof...(At) + At] = t), ...); /*A*/
}
__global__ void packs(float* out) { store<0, 1, 3>(out, blockIdx.x * blockDim.x + threadIdx.x); }
