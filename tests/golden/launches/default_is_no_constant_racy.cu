// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// What a parameter or member is when nobody gives it says nothing of others.
template <int T> __global__ void fill(float* out) {
  out[blockIdx.x * T + threadIdx.x] = threadIdx.x; /*A*/
}

template <int T> __global__ void fill_rows(float* out) {
  out[blockIdx.x * T + threadIdx.x] = threadIdx.x; /*B*/
}

void run(float* out, int n, const int threads = 32) { fill<32><<<n, threads>>>(out); }

struct Rows {
  const int threads = 32;
  explicit Rows(int t) : threads(t) {}
  void run(float* out, int n) { fill_rows<32><<<n, threads>>>(out); }
};
