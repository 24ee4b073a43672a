// expect: refuted
// finding: race any error A
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

struct Runner {
  template <int N> void run(int* v) { fill<<<1, N>>>(v); }
};

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  fill<<<1, 32>>>(v);
  Runner().run<64>(v);
}
