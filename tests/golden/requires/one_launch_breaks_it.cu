// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// more: yes
// One of the launches keeps it.
__global__ void rows(float* out, int width) {
  float* row = out + blockIdx.x * width;
  for (int i = threadIdx.x * 4; i < width; i += blockDim.x * 4)
    for (int j = 0; j < 4; j++)
      row[i + j] = blockIdx.x; /*A*/
}
void host(float* out) {
  rows<<<8, 32>>>(out, 32);
  rows<<<8, 32>>>(out, 30);
}
