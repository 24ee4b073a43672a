// expect: verified
// flags: --timeout 5
// What gets a kernel and launches it launches those that it gets: a function with a pointer, a
// template, a lambda that is only called.
#define T 32
#define R 8
__global__ void tr(const float* in, float* out, int w, int h) {
  __shared__ float tile[T][T + 1];
  int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
  for (int j = 0; j < T; j += R)
    if (x < w && y + j < h) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * T + threadIdx.x;
  y = blockIdx.x * T + threadIdx.y;
  for (int j = 0; j < T; j += R)
    if (x < h && y + j < w) out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void small(const float* in, float* out, int w, int h) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h) tile[threadIdx.y][threadIdx.x] = in[y * w + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < h && y < w) out[y * h + x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void fill(float* out) { out[blockIdx.x * 64 + threadIdx.x] = 1 + threadIdx.x; }

typedef void (*Kernel)(const float*, float*, int, int);
void bench(const char* name, Kernel kernel, const float* in, float* out, int w, int h) {
  dim3 block(T, R), grid((w + T - 1) / T, (h + T - 1) / T);
  for (int i = 0; i < 5; i++)
    kernel<<<grid, block>>>(in, out, w, h);
}
template <class F, class... A> void run(F kernel, int blocks, int threads, A... args) {
  kernel<<<blocks, threads>>>(args...);
}

int main() {
  const int W = 2048;
  float *in, *out;
  cudaMalloc(&in, W * W * 4);
  cudaMalloc(&out, W * W * 4);
  bench("tr", tr, in, out, 4096, 4096);
  dim3 block(16, 16), grid((W + 15) / 16, (W + 15) / 16);
  auto time = [&](auto kernel, dim3 g, dim3 b) { kernel<<<g, b>>>(in, out, W, W); };
  time(small, grid, block);
  run(fill, 4, 64, out);
}
