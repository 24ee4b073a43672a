// expect: verified
// flags: --block 256 --assume "c > 0 && hw > 0"
// Channels in vectors of four, the last of which may be filled up.
__global__ void pack(float* out, const float* in, int n, int c, int hw) {
  int i = blockIdx.x * 256 + threadIdx.x, vectors = (c + 3) / 4;
  if (i < n * c * hw) {
    int at = i % hw, channel = i / hw % c, image = i / (hw * c);
    out[((image * vectors + channel / 4) * hw + at) * 4 + channel % 4] = in[i];
  }
}
