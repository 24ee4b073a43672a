// expect: refuted
// finding: race any error A
// `threads` is not the file's constant.
const int threads = 32;
struct Sizes {
  int blocks, threads;
};
Sizes sizes();
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

void run(int* v) {
  auto [blocks, threads] = sizes();
  fill<<<1, threads>>>(v);
}
