// expect: refuted
// finding: race confirmed error A
// A capture may have an initialiser of its own, which is evaluated where the lambda stands.
struct View {
  float* data;
  int row;
};
__global__ void rows(View view) {
  const int n = 64;
  int off = blockIdx.x * n;
  auto put = [p = view.data + off / 2, last = min(n, view.row)](int i, float v) {
    if (i < last) p[i] = v; /*A*/
  };
  auto reset = [&moved = off] { moved = 0; };
  reset();
  if (threadIdx.x < n) put(threadIdx.x + off, blockIdx.x);
}
