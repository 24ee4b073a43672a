// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// under: none
// The first turn of the host's loop has a stride of 0.
__global__ void spread(int* out, int stride) { out[(int)threadIdx.x * stride] = threadIdx.x; } /*A*/
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  for (int stride = 0; stride < 8; stride++) spread<<<1, 64>>>(out, stride);
}
