// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// finding: race confirmed error C
template <int T> __global__ void fill(float* out) {
  out[blockIdx.x * T + threadIdx.x] = threadIdx.x; /*A*/
}

template <int T> __global__ void fill_by_enumerator(float* out) {
  out[blockIdx.x * T + threadIdx.x] = threadIdx.x; /*B*/
}

template <class Shape> __global__ void tiles(float* out) {
  out[blockIdx.x * Shape::rows + threadIdx.x] = threadIdx.x; /*C*/
}

template <int W> struct Warps {
  static constexpr int rows = 32 * W;
};

void by_constant(float* out, int n) {
  constexpr int threads = 256;
  fill<threads><<<n, 2 * threads>>>(out);
}

void by_enumerator(float* out, int n) {
  enum { cells = 64, threads };
  fill_by_enumerator<cells><<<n, threads>>>(out);
}

void by_type(float* out, int n) {
  using Shape = Warps<8>;
  tiles<Shape><<<n, Shape::rows + 1>>>(out);
}
