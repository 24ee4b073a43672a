// expect: unknown
// unknown: A invalid operand number
template <bool HINT> __device__ void touch(int* at) {
  if constexpr (HINT) {
    *at = 1;
    asm volatile("st.global.b32 [%0], %2;" : : "l"(at), "r"(1)); /*A*/
  }
}

__global__ void k(int* out) {
  touch<false>(out);
  touch<true>(out + blockIdx.x * blockDim.x + threadIdx.x);
}
