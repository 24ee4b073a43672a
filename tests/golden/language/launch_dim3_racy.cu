// expect: refuted
// finding: race confirmed error A A
__global__ void fill(int* out) {
  int i = blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x;
  out[i] = i + threadIdx.x; /*A*/
}
int main() {
  int* out = 0;
  dim3 grid(64);
  dim3 block(32, 8);
  fill<<<grid, block>>>(out);
  return 0;
}
