// expect: unknown
// flags: --block 256 --timeout 1
// unknown: A they never meet with --assume 'B > 0 && T > 0 && V > 0'
// Nothing is known of signs, and quotients truncate: too hard for a second. The hint says what is
// missing.
__global__ void rows(float* out, const float* in, int B, int T, int V) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * T * V) {
    int b = i / (T * V), t = i / V % T, v = i % V;
    float* row = out + b * T * V + t * V;
    row[v] += in[i]; /*A*/
  }
}
