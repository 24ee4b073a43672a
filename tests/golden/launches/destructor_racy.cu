// expect: refuted
// finding: race any error A
int n = 0;
struct Wide {
  ~Wide() { n = 64; }
};
struct Part {
  Wide wide;
};
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

void run(int* v) {
  {
    Part part;
    n = 32;
  }
  fill<<<1, n>>>(v);
}
