// expect: refuted
// finding: race any error A
const int threads = 32;
namespace wide {
const int threads = 64;
}
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

void run(int* v) {
  using wide::threads;
  fill<<<1, threads>>>(v);
}
