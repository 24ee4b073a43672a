// expect: verified
// Constants that follow from what the host's template is called with.
template <typename T, int B> __global__ void fill(T* out) {
  out[blockIdx.x * B + threadIdx.x] = T(threadIdx.x);
}

template <typename T> void run(T* out, int n) {
  constexpr int threads = sizeof(T) == 8 ? 128 : 256;
  fill<T, threads><<<n, threads>>>(out);
}

template <int W> __global__ void rows(int* out) {
  out[blockIdx.x * W + threadIdx.x] = threadIdx.x;
}

template <int W> void run_rows(int* out, int n) {
  constexpr int threads = 32 * W;
  rows<threads><<<n, threads>>>(out);
}

void both(float* a, double* b, int* c, int n) {
  run(a, n);
  run(b, n);
  run_rows<4>(c, n);
}
