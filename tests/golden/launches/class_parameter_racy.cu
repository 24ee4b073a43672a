// expect: refuted
// finding: race any error A
// N is the class's, not the file's.
constexpr int N = 32;
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

template <int N> struct Runner {
  void run(int* v) { fill<<<1, N>>>(v); }
};

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  Runner<64> r;
  r.run(v);
}
