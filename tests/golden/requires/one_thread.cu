// expect: verified
// flags: --infer-requires --grid 1
// under: blockDim.x == 1
// Nothing tells threads apart: it is meant for one.
__global__ void largest(int* best, int n) {
  int most = best[0];
  for (int i = 1; i < n; ++i)
    if (best[i] > most) most = best[i];
  best[0] = most;
}
