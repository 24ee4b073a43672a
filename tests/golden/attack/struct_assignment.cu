// expect: refuted
// more: yes
struct Cell {
  int a, b;
};
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  __shared__ Cell c[1025];
  Cell mine = {1, t};
  c[t] = mine;
  c[t + 1].b = 5;
  out[b * B + t] = v;
}
