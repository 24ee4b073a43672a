// expect: unknown
// flags: --block 32 --grid 1
// unknown: A a write through an address that is computed in a way that is not followed
// A swizzle of address bits.
__global__ void swizzle(float* out) {
  __shared__ float tile[64];
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x])) | 64u;
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(2.0f) : "memory"); /*A*/
}
