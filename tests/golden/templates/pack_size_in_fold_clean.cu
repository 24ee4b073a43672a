// expect: verified
// sizeof... of the pack that a fold repeats.
template <int... At>
__device__ void store(float* out, int t) {
  ((out[t * sizeof...(At) + At] = t), ...);
}
__global__ void packs(float* out) { store<0, 1, 2>(out, blockIdx.x * blockDim.x + threadIdx.x); }
