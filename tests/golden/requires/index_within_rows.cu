// expect: refuted
// finding: race confirmed error A
// suggests: stride > 0
// finding: race confirmed error B
// suggests: range(slot, 0, stride)
// finding: race confirmed error A B
// suggests: K < stride && K >= 0 && range(slot, 0, stride)
// Rows of `stride` sums: what a later finding needs, one that was found before needs beside what is
// of its own.
extern "C" __global__ void account(int n, int K, int stride, float* sums, const int* slot, const float* cost) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    float* row = &sums[t * stride];
    if (cost[t] < 1.0f)
      /*A*/row[K] += cost[t];
    else
      /*B*/row[slot[t]] += cost[t];
  }
}
