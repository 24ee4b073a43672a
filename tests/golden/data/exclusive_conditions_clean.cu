// expect: verified
// Both threads look at the same cell, so at most one branch is taken.
__global__ void either(int* out, const int* mode) {
  int t = threadIdx.x;
  __shared__ int s[1025];
  if (mode[0] == 1) s[t] = 1;
  if (mode[0] == 2) s[t + 1] = 2;
}
