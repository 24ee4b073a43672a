// expect: verified
// assumes: distinct pointers
// Two buffers in an array that a function gets, whose indices change places in each turn.
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
static void iterate(float* all[2], int n, int turns) {
  int from = 1, to = 0;
  for (int t = 0; t < turns; ++t) {
    int before = from;
    from = to;
    to = before;
    shift<<<(n + 127) / 128, 128>>>(all[from], all[to], n);
  }
}
void run(int n, int turns) {
  float* all[2];
  cudaMalloc(&all[0], n * sizeof(float));
  cudaMalloc(&all[1], n * sizeof(float));
  iterate(all, n, turns);
}
