// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// Only the instance for double has more threads than cells.
template <typename T, int B> __global__ void fill(T* out) {
  out[blockIdx.x * B + threadIdx.x] = T(threadIdx.x); /*A*/
}

template <typename T> void run(T* out, int n) {
  constexpr int threads = sizeof(T) == 8 ? 128 : 256;
  fill<T, threads><<<n, 256>>>(out);
}

template <int W> __global__ void rows(int* out) {
  out[blockIdx.x * W + threadIdx.x] = threadIdx.x; /*B*/
}

template <int W> void run_rows(int* out, int n) {
  constexpr int threads = 32 * W;
  rows<threads - 1><<<n, threads>>>(out);
}

void both(float* a, double* b, int* c, int n) {
  run(a, n);
  run(b, n);
  run_rows<4>(c, n);
}
