// expect: refuted
// flags: --block 64 --grid 1 --assume "n > 100000000 && m % 4 == 1"
// finding: race possible error A B
// Before the race every thread traps: what may trap is run.
__global__ void k(float* sums, float* out, const float* x, int n, int m) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  out[threadIdx.x + 1000] = sum + reinterpret_cast<const float4*>(x + m)->x;
  float4 all = *reinterpret_cast<const float4*>(x + m);
  out[threadIdx.x + 3000] = all.x + all.y + all.z + all.w;
  sums[threadIdx.x] = 1; /*A*/
  out[threadIdx.x] = sums[threadIdx.x ^ 1]; /*B*/
}
