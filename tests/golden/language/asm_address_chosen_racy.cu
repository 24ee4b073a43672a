// expect: refuted
// flags: --block 32 --grid 1
// finding: race any error A B
// Which of two arrays the address is in, a condition decides.
__global__ void choose(float* out, int which) {
  __shared__ float first[32], second[32];
  unsigned at = static_cast<unsigned>(which ? __cvta_generic_to_shared(&first[threadIdx.x])
                                            : __cvta_generic_to_shared(&second[threadIdx.x]));
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(2.0f) : "memory"); /*A*/
  out[threadIdx.x] = second[31 - threadIdx.x]; /*B*/
}
