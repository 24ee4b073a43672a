// expect: refuted
// finding: race confirmed error A
// An instance that only a pointer names is one to check.
template <int N> __global__ void fill(int* v) { v[threadIdx.x % N] = threadIdx.x; } /*A*/

template <int N> void run(int* v) {
  auto launch = fill<N>;
  launch<<<1, 32>>>(v);
}

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  fill<64><<<1, 32>>>(v);
  run<32>(v);
  run<16>(v);
}
