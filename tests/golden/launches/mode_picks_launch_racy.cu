// Likewise, but the second one is of rows that overlap.
// expect: refuted
// finding: race confirmed error A A
__global__ void once(float* a, int columns) {
  a[(blockIdx.y * 16 + threadIdx.y) * columns + blockIdx.x * 16 + threadIdx.x] = threadIdx.x;
}
__global__ void twice(float* a, int columns) {
  /*A*/ a[(blockIdx.y * 16 + threadIdx.y) * columns + blockIdx.x * 16 + threadIdx.x] = 2 * threadIdx.x;
}
void go(int mode, float* a, int columns) {
  dim3 block(16, 16), grid((columns + 15) / 16, 4);
  if (mode == 1)
    once<<<grid, block>>>(a, columns);
  else
    twice<<<grid, block>>>(a, columns);
}
int main() {
  float* a;
  cudaMalloc(&a, 64 * 64 * sizeof(float));
  go(1, a, 64);
  go(2, a, 60);
}
