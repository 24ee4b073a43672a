// expect: verified
// In its methods a template's name with arguments is another instance.
template <int N>
struct Unrolled {
  static constexpr int count = N;
  static __device__ void store(float* out, int t) {
    out[N - 1] = t + Unrolled<N + 1>::count;
    Unrolled<N - 1>::store(out, t);
  }
};
template <>
struct Unrolled<0> {
  static __device__ void store(float*, int) {}
};
__global__ void unrolled(float* out) {
  Unrolled<4>::store(out + 4 * (blockIdx.x * blockDim.x + threadIdx.x), threadIdx.x);
}
