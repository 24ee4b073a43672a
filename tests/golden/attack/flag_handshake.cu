// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  __shared__ volatile int ready;
  if (t == 0) {
    s[0] = n;
    __threadfence_block();
    ready = 1;
  }
  if (t == 33 && ready) v = s[0];
  out[b * B + t] = v;
}
