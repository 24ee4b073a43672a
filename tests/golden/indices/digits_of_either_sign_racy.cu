// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// finding: race confirmed error C C
// finding: race confirmed error D D
// finding: race confirmed error E E
// finding: race confirmed error F F
// flags: --timeout 1
// more: yes
// Channels that overlap, a size of the wrong digit, a guard that is one too late, the wrong weight of
// a head, rows that overlap, and windows of the wrong width.
__global__ void unfold(float* columns, const float* image, int n, int width, int height, int taps) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    int x = i % width, y = i / width % height, first = i / width / height * taps;
    float* to = columns + (first * height + y) * width + x;
    for (int j = 0; j < taps; ++j)
      for (int k = 0; k < taps; ++k) {
        *to = image[i] * j + k; /*A*/
        to += height * width;
      }
  }
}
__global__ void channels_last(float* out, const float* in, int C, int H, int W) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= C * H * W) return;
  int w = i % W, h = i / W % H, c = i / (W * H);
  out[(h * W + w) * H + c] = in[i] + i; /*B*/
}
__global__ void channels_first(float* out, const float* in, int N, int C, int H, int W) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > N * C * H * W) return;
  int c = i % C, w = i / C % W, h = i / C / W % H, n = i / C / W / H % N;
  out[((n * C + c) * H + h) * W + w] = in[i] + i; /*C*/
}
__global__ void heads(float* out, const float* in, int B, int N, int H, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * H * N * d) {
    int b = i / (H * N * d), rest = i % (H * N * d), h = rest / (N * d);
    rest = rest % (N * d);
    int n = rest / d, e = rest % d;
    int to = b * N * 3 * H * d + n * 3 * H * d + h * N + e;
    out[to] = in[i] + i; /*D*/
  }
}
__global__ void rows(float* out, const float* in, int count, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / length, column = i % length;
  if (row < count) out[row * (length - 1) + column] = row; /*E*/
}
__global__ void windows(float* out, const float* in, int KH, int KW, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= KH * KW * size) return;
  int x = i % size, k = i / size % KW, j = i / size / KW;
  out[(j * KH + k) * size + x] = in[i] + i; /*F*/
}
