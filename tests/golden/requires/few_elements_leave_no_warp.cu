// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// more: yes
// The grid has a thread for each four elements: of few elements no block has a second thread that comes
// here. That is no assumption of anybody's; the warp needs its barriers.
#include <cstdlib>
__global__ void sum(const int *in, int *out, unsigned n) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 4 + t;
  s[t] = i + 3 * blockDim.x < n ? in[i] + in[i + blockDim.x] + in[i + 3 * blockDim.x] : 0;
  __syncthreads();
  if (t < 32) {
    volatile int *v = s;
    v[t] += v[t + 32];
    /*A*/ v[t] += v[t + 16];
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
int main(int argc, char **argv) {
  int threads = atoi(argv[1]), size = 1 << atoi(argv[2]);
  int *a, *b;
  cudaMalloc(&a, size * 4);
  cudaMalloc(&b, size * 4);
  dim3 block(threads), grid((size + block.x - 1) / block.x);
  sum<<<grid.x / 4, block>>>(a, b, size);
}
