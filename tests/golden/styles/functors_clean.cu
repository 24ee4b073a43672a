// expect: verified
struct Saxpy {
  float a;
  __host__ __device__ float operator()(const float &x, const float &y) const { return a * x + y; }
};
template <class F> __global__ void transform(const float *x, float *y, int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = f(x[i], y[i]);
}
template <class F> __device__ void grid_stride(int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}
__global__ void nested(float *out, const float *in, int n) {
  grid_stride(n, [&](int i) {
    float sum = 0;
    auto add = [&](float x) { sum += x; };
    add(in[i]);
    auto store = [=](int at, auto v) { out[at] = v; };
    store(i, sum);
  });
}
void host(float *x, float *y, int n) {
  Saxpy f{2.0f};
  transform<<<(n + 255) / 256, 256>>>(x, y, n, f);
  transform<<<(n + 255) / 256, 256>>>(x, y, n, Saxpy{3.f});
}
