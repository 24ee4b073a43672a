// expect: refuted
// more: yes
struct Cell {
  int a, b;
};
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  __shared__ Cell c[1025];
  c[t].b = 1;
  ((int*)c)[2 * t + 3] = 2;
  out[b * B + t] = v;
}
