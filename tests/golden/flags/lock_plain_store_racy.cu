// expect: refuted
// finding: unordered-flag any error B C
// more: yes
__global__ void add(int* sums, int* locks, const int* key, const int* value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int k = key[i];
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[k], 0, 1) == 0) { /*C*/
      __threadfence();
      sums[k] += value[i]; /*A*/
      __threadfence();
      locks[k] = 0; /*B*/
      done = true;
    }
  }
}
