// expect: refuted
// finding: race any error A
const int n = 32;
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

void run(int* v) {
  try {
    throw 64;
  } catch (int n) {
    fill<<<1, n>>>(v);
  }
}
