// expect: unknown
// unknown: A content
// A contract about the launch has no place under a condition.
__global__ void first(int* out, const int* perm, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > 0) {
    __assume(distinct(perm)); /*A*/
  }
  if (r < n) out[r] = perm[r];
}
