// expect: refuted
// finding: race confirmed error A
// This exit() returns.
namespace app {
int code = 0;
void exit(int c) { code = c; }
}
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

void run(int* v, bool wide) {
  int n = 32;
  if (wide) {
    n = 64;
    app::exit(1);
  }
  fill<<<1, n>>>(v);
}
