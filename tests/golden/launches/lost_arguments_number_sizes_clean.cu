// A pointer comes of what is not declared. The sizes are numbers, whatever they are worth.
// expect: verified
#include "gone.h"
__global__ void sum(const int *in, int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = t < 256 && i < n ? in[i] : 0;
  __syncthreads();
  if (t == 0) out[blockIdx.x] = s[0];
}
int main() {
  const int n = 30000;
  int threads = 256, blocks = (n + threads - 1) / threads;
  Vector<int> a(n), b(blocks);
  sum<<<blocks, threads, threads * sizeof(int)>>>(raw(a), raw(b), n);
  sum<<<(n + threads - 1) / threads, threads>>>(raw(a), raw(b), n);
}
