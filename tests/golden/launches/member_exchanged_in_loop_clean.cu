// expect: verified
// As member_follows_in_loop_racy, but the two are exchanged, and each is one of them.
#include <cuda_runtime.h>
void elsewhere(int step);

__global__ void reversed(int n, const double* from, double* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[n - 1 - i];
}

struct Fields {
  int n;
  double *first, *second;
  void run(int steps);
};

void Fields::run(int steps) {
  for (int i = 0; i < steps; ++i) {
    elsewhere(i);
    reversed<<<(n + 63) / 64, 64>>>(n, first, second);
    double* before = first;
    first = second;
    second = before;
  }
}
