// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// under: none
// One block is not enough here, and one thread in all is not what the host launches.
int blocks_for(int n);
__global__ void count(int* total, const int* from, int n) {
  for (int i = 0; i < n; i++) *total += from[i]; /*A*/
}
void host(int* total, const int* from, int n) { count<<<blocks_for(1), 32>>>(total, from, n); }
