// expect: verified
// finding: same-value-write confirmed warning W
// Both threads write what a loop has computed, which is the same: what they write is run.
__global__ void sum(float* total, const float* v) {
  float s = 0;
  for (int i = 0; i < 64; ++i)
    s += v[i];
  total[0] = s; /*W*/
}
