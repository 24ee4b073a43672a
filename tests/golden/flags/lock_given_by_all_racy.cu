// expect: refuted
// finding: race any error A
// more: yes
//
// Who has not got it gives it back as well.
__global__ void add(int* sums, int* locks, const int* key, const int* value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int k = key[i];
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[k], 0, 1) == 0) {
      __threadfence();
      sums[k] += value[i]; /*A*/
      __threadfence();
      done = true;
    }
    atomicExch(&locks[k], 0);
  }
}
