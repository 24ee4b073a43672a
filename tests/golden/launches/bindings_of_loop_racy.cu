// expect: refuted
// finding: race any error A
const int threads = 32;
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

void run(int* v, const std::vector<std::pair<int, int>>& sizes) {
  for (auto [blocks, threads] : sizes) fill<<<1, threads>>>(v);
}
