// expect: verified
// flags: --block 256 --timeout 1
// Nothing is known of signs, and quotients truncate: each combination of signs is a case of its own.
__global__ void rows(float* out, const float* in, int B, int T, int V) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * T * V) {
    int b = i / (T * V), t = i / V % T, v = i % V;
    float* row = out + b * T * V + t * V;
    row[v] += in[i];
  }
}
__global__ void permute(float* out, const float* in, int B, int N, int H, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * H * N * d) return;
  int b = i / (H * N * d), rest = i % (H * N * d);
  int h = rest / (N * d), n = rest % (N * d) / d, e = rest % d;
  int at = b * N * 3 * H * d + n * 3 * H * d + h * d + e;
  out[at] = in[i];
  out[at + H * d] = in[i];
  out[at + 2 * (H * d)] = in[i];
}
__global__ void digits(float* out, const float* in, int d1, int d2, int d3, int d4) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < d1 * d2 * d3 * d4) {
    int i1 = i / (d2 * d3 * d4) % d1, i2 = i / (d3 * d4) % d2, i3 = i / d4 % d3, i4 = i % d4;
    out[i4 * (d3 * d1 * d2) + i3 * (d1 * d2) + i1 * d2 + i2] = in[i];
  }
}
