// expect: refuted
// finding: unordered-flag any error A
// more: yes
__global__ void add(int* sums, int* locks, const int* key, const int* value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int k = key[i];
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[k], 0, 1) == 0) {
      sums[k] += value[i]; /*A*/
      __threadfence();
      atomicExch(&locks[k], 0);
      done = true;
    }
  }
}
