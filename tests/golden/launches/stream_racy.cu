// expect: refuted
// finding: race any error A
std::istream& input();
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

void run(int* v) {
  dim3 block(32);
  input() >> block.x;
  fill<<<1, block>>>(v);
}
