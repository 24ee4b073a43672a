// expect: verified
// flags: --block 64 --grid 1
// finding: alignment confirmed warning A B
// The two roles count their equally many tiles in different ways.
__global__ void counts(float* out, const float* in, int n) {
  __shared__ float buf[2][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < 4 * n; i += 4) {
      buf[(i / 4) % 2][lane] = in[i * 8 + lane];
      asm volatile("bar.sync 1, 64;" ::: "memory"); /*A*/
    }
  } else {
    for (int i = n; i > 0; i--) {
      asm volatile("bar.sync 1, 64;" ::: "memory"); /*B*/
      out[(n - i) * 32 + lane] = buf[(n - i) % 2][31 - lane];
    }
  }
}
