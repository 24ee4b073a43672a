// expect: verified
// Template arguments that are constants, enumerators and types of the host function.
template <int T, int V> __global__ void fill(float* out, int n) {
  int first = (blockIdx.x * T + threadIdx.x) * V;
  for (int j = 0; j < V; ++j)
    if (first + j < n) out[first + j] = threadIdx.x;
}

template <class Shape> __global__ void tiles(float* out) {
  __shared__ float tile[Shape::rows];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * Shape::rows + threadIdx.x] = tile[Shape::rows - 1 - threadIdx.x];
}

template <int W> struct Warps {
  static constexpr int rows = 32 * W;
};

void by_constants(float* out, int n) {
  constexpr int threads = 256, per_thread = 4;
  fill<threads, per_thread><<<(n + 1023) / 1024, threads>>>(out, n);
}

void by_enumerators(float* out, int n) {
  enum { threads = 64, per_thread };
  fill<threads, per_thread - threads><<<n, threads>>>(out, n);
}

void by_static(float* out, int n) {
  static constexpr int threads = 32;
  const int twice = 2 * threads;
  fill<twice, 1><<<n, twice>>>(out, n);
}

void by_type(float* out, int n) {
  using Shape = Warps<8>;
  tiles<Shape><<<n, Shape::rows>>>(out);
}
