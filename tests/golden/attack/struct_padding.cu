// expect: refuted
// more: yes
// The double of the next element starts at byte 8 of it.
struct Padded {
  char c;
  double x;
};
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  __shared__ Padded c[1025];
  c[t].x = 1.0;
  ((char*)c)[16 * t + 24] = 1;
  out[b * B + t] = v;
}
