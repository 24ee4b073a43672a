// expect: refuted
// finding: race any error A
// Where pointers to a kernel are kept it may be launched with anything.
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  fill<<<1, 32>>>(v);
  void (*table[])(int*) = {fill};
  table[0]<<<1, 64>>>(v);
}
