// expect: refuted
// finding: race any error A
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

template <void (*K)(int*)> void launch(int* v) { K<<<1, 64>>>(v); }

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  fill<<<1, 32>>>(v);
  launch<fill>(v);
}
