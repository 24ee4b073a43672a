// expect: refuted
// finding: race confirmed error A A
// A label of the switch stands in a loop, which nothing else enters.
__global__ void wrap(int* v) { v[threadIdx.x % 32] = threadIdx.x; /*A*/ }
void run(int* v, int n) {
  int t = 32;
  switch (n) {
    while (true) {
    case 1:
      t = 64;
      break;
    }
  }
  wrap<<<1, t>>>(v);
}
