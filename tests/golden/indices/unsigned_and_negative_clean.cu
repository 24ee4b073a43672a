// expect: verified
// flags: --block 64 --grid 1
// Of all that are below zero one alone writes.
__global__ void below(int *out, int first) {
  const int i = threadIdx.x + first;
  if (i < 0 && i == -1) out[0] = threadIdx.x;
  if (i >= 0) out[i + 1] = threadIdx.x;
}
