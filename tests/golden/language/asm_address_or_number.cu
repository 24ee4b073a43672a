// expect: unknown
// flags: --block 32 --grid 1
// unknown: A a write through an address that is computed in a way that is not followed
// An address on one way and a number on the other: where that is, is not known.
__global__ void choose(float* out, unsigned other, int which) {
  __shared__ float tile[32];
  unsigned at = which ? static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x])) : other;
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(2.0f) : "memory"); /*A*/
}
