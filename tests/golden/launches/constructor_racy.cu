// expect: refuted
// finding: race any error A
// A declaration without arguments runs a constructor, too.
int n = 0;
struct Setup {
  Setup() { n = 64; }
};
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

void run(int* v) {
  n = 32;
  Setup setup;
  fill<<<1, n>>>(v);
}
