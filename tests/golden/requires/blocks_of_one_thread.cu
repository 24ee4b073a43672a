// expect: verified
// flags: --infer-requires
// under: gridDim.x == 1
// The host has blocks of one thread, and means one of them.
int blocks_for(int n);
__global__ void count(int* total, const int* from, int n) {
  for (int i = 0; i < n; i++) *total += from[i];
}
void host(int* total, const int* from, int n) { count<<<blocks_for(1), 1>>>(total, from, n); }
