// expect: verified
// flags: --timeout 1.5
// assumes: no number is divided by 0
// Indices put together of the digits of one number, by sizes of which nobody says that they are
// positive: x is x / d * d + x % d for each d but 0.
__global__ void unfold(float* columns, const float* image, int n, int width, int height, int taps) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    int x = i % width, y = i / width % height, first = i / width / height * taps * taps;
    float* to = columns + (first * height + y) * width + x;
    for (int j = 0; j < taps; ++j)
      for (int k = 0; k < taps; ++k) {
        *to = image[i] * j + k;
        to += height * width;
      }
  }
}
__global__ void channels_last(float* out, const float* in, int N, int C, int H, int W) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * H * W) return;
  int w = i % W, h = i / W % H, c = i / (W * H) % C, n = i / (W * H * C);
  out[((n * H + h) * W + w) * C + c] = in[i];
}
__global__ void channels_first(float* out, const float* in, int N, int C, int H, int W) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * H * W) return;
  int c = i % C, w = i / C % W, h = i / C / W % H, n = i / C / W / H;
  out[((n * C + c) * H + h) * W + w] = in[i];
}
__global__ void heads(float* out, const float* in, int B, int N, int H, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * H * N * d) {
    int b = i / (H * N * d), rest = i % (H * N * d), h = rest / (N * d);
    rest = rest % (N * d);
    int n = rest / d, e = rest % d;
    int to = b * N * 3 * H * d + n * 3 * H * d + h * d + e;
    out[to] = in[i];
    out[to + H * d] = in[i];
    out[to + 2 * (H * d)] = in[i];
  }
}
__global__ void rows(float* out, const float* in, int count, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / length, column = i % length;
  if (row < count) out[row * length + column] = in[row];
}
__global__ void windows(float* out, const float* in, int B, int C, int H, int W, int KH, int KW,
                        int OH, int OW, int stride, int pad, int dilation) {
  int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < B * C * KH * KW * (OH * OW); i += step) {
    int x = i % OW, y = i / OW % OH, k = i / OW / OH % KW, j = i / OW / OH / KW % KH;
    int c = i / OW / OH / KW / KH % C, b = i / OW / OH / KW / KH / C;
    int row = y * stride - pad + j * dilation, column = x * stride - pad + k * dilation;
    int to = ((b * C + c) * KH * KW + j * KW + k) * (OH * OW) + y * OW + x;
    if (row >= 0 && row < H && column >= 0 && column < W)
      out[to] = in[((b * C + c) * H + row) * W + column];
    else
      out[to] = 0;
  }
}
