// expect: refuted
// finding: race any error A
int n = 0;
struct Wide {
  operator int() { return n = 64; }
};
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

void run(int* v) {
  Wide wide;
  n = 32;
  int other = wide;
  fill<<<1, n>>>(v);
}
