// expect: refuted
// finding: race confirmed error A
// The copy in the lambda keeps the old value, the reference sees the new one.
__global__ void shift(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int offset = 1;
  auto next = [offset](int k) { return k + offset; };
  auto same = [&offset](int k) { return k + offset; };
  offset = 0;
  if (i < n) {
    out[same(i)] = i;  /*A*/
    out[next(i)] = -i; /*A*/
  }
}
// more: yes
