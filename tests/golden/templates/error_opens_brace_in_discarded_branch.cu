// expect: unknown
// more: yes
// What stands behind an error that opens a brace may not be what it seems.
template <bool HINT> __device__ void touch(int* at) {
  if constexpr (HINT) {
    nowhere_t x = { nowhere( ; {
  }
  *at = threadIdx.x;
}

__global__ void k(int* out) { touch<false>(out); }
