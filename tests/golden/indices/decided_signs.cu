// expect: verified
// flags: --block 256 --assume "B > 0 && T > 0 && V > 0"
__global__ void rows(float* out, const float* in, int B, int T, int V) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * T * V) {
    int b = i / (T * V), t = i / V % T, v = i % V;
    float* row = out + b * T * V + t * V;
    row[v] += in[i];
  }
}
