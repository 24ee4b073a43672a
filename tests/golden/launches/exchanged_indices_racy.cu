// expect: refuted
// finding: race possible error R W
// Two buffers in an array that a function gets, whose indices may be one.
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
static void iterate(float* all[2], int n, int turns, int from, int to) {
  for (int t = 0; t < turns; ++t) {
    int before = from;
    from = to;
    to = before;
    shift<<<(n + 127) / 128, 128>>>(all[from], all[to], n);
  }
}
void run(int n, int turns, int first) {
  float* all[2];
  cudaMalloc(&all[0], n * sizeof(float));
  cudaMalloc(&all[1], n * sizeof(float));
  iterate(all, n, turns, first, 1);
}
