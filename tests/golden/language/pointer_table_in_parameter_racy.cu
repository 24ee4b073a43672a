// expect: refuted
// finding: race confirmed error A A
// Two blocks have one pointer.
struct Table {
  void* addresses[2][110];
  int sizes[110];
};
__global__ void scale(Table table) {
  const float* in = (const float*)table.addresses[0][blockIdx.x];
  float* out = (float*)table.addresses[1][blockIdx.x / 2];
  for (int i = threadIdx.x; i < table.sizes[blockIdx.x]; i += blockDim.x)
    out[i] = in[i] * blockIdx.x; /*A*/
}
