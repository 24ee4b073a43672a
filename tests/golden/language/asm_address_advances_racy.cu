// expect: refuted
// flags: --block 32 --grid 1
// finding: race any error A A
// The address goes on by one word too few: a thread comes to where its neighbour was.
__global__ void fill(float* out, int n) {
  __shared__ float tile[8][32];
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&tile[0][threadIdx.x]));
  for (int row = 0; row < 8; row++) {
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(1.0f * row) : "memory"); /*A*/
    at += 31 * sizeof(float);
  }
}
