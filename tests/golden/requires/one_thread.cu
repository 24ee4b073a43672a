// expect: refuted
// flags: --infer-requires --grid 1
// under: none
// finding: race confirmed error A B
// finding: same-value-write any warning B
// Nothing tells threads apart. That there is a single one in all is no precondition of any kernel: of one with a lock, or with
// atomics, it would hide what every launch shows.
__global__ void largest(int* best, int n) {
  int most = best[0]; /*A*/
  for (int i = 1; i < n; ++i)
    if (best[i] > most) most = best[i];
  best[0] = most; /*B*/
}
