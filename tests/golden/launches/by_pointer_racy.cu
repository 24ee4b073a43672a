// expect: refuted
// finding: race confirmed error A
// A launch through a pointer to the kernel is a launch of it, with the sizes that stand there.
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  fill<<<1, 32>>>(v);
  auto launch = &fill;
  launch<<<1, 64>>>(v);
}
