// expect: verified
// flags: --block 32 --grid 1
// An address in shared memory as a number that a loop advances.
__global__ void fill(float* out, int n) {
  __shared__ float tile[8][32];
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&tile[0][threadIdx.x]));
  for (int row = 0; row < 8; row++) {
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(1.0f * row) : "memory");
    at += 32 * sizeof(float);
  }
  out[threadIdx.x] = tile[7][threadIdx.x];
}
