// expect: refuted
// more: yes
// The macro evaluates its argument twice.
#define LAST(x) ((x) > 6 ? 0 : (x))
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int i = 2 * t;
  s[LAST(i++)] = t;
  out[b * B + t] = v;
}
