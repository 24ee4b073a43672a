// expect: refuted
// more: yes
// Rows are 33 long, so the flat index meets another thread's.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int(*row)[33] = (int(*)[33])s;
  row[t / 32][t % 32] = 1;
  s[t] = 2;
  out[b * B + t] = v;
}
