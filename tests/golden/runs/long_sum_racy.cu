// expect: refuted
// flags: --block 64 --grid 1 --assume "n > 100000000"
// finding: race confirmed error A B
// more: yes
// A sum of more terms than a run can add decides nothing about the race of a read and a write.
__global__ void k(float* sums, float* out, const float* x, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * x[n - i];
  sums[threadIdx.x] = sum; /*A*/
  out[threadIdx.x] = sums[threadIdx.x ^ 1]; /*B*/
}
