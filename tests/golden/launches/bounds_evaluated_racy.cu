// expect: refuted
// finding: race confirmed error A A
// What the bound of an array does is done where the array is declared.
__global__ void fill(int* a, int n) {
  a[threadIdx.x % n] = threadIdx.x; /*A*/
}

int main() {
  int* a;
  cudaMalloc(&a, 4096);
  int n = 64;
  int rows[(n = 32) + 1][2];
  rows[0][0] = 0;
  fill<<<1, 64>>>(a, n);
  return rows[0][0];
}
