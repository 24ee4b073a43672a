// expect: verified
constexpr int width = 64;

template <int T> __global__ void fill(float* out) {
  out[blockIdx.x * T + threadIdx.x] = threadIdx.x;
}

void whole(float* out, int n) {
  constexpr int width = 128;
  fill<width><<<n, 128>>>(out);
}

void half(float* out, int n) {
  constexpr int width = 128;
  {
    constexpr int width = 32;
    fill<width><<<n, 32>>>(out);
  }
  fill<width><<<n, 128>>>(out);
}
