// expect: refuted
// flags: --infer-requires --timeout 2
// finding: race confirmed error A A
// more: yes
// That all keys differ and are below 16 would leave 16 elements at most: the sum should be atomic.
__global__ void count(int* counts, const int* key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) counts[key[i] % 16] += 1; /*A*/
}
