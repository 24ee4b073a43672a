// expect: refuted
// finding: race confirmed error A
// The block's constant is meant, not the file's, nor that of another function.
constexpr int width = 64;

template <int T> __global__ void fill(float* out) {
  out[blockIdx.x * T + threadIdx.x] = threadIdx.x; /*A*/
}

void whole(float* out, int n) {
  constexpr int width = 128;
  fill<width><<<n, width>>>(out);
}

void half(float* out, int n) {
  constexpr int width = 128;
  {
    constexpr int width = 32;
    fill<width><<<n, 64>>>(out);
  }
  fill<width><<<n, width>>>(out);
}
