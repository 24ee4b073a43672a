// expect: verified
// origin: mlc-ai/TIRx-kernels 21
// flags: --block 64 --grid 1 --strict-aligned
// Two roles meet at a barrier that is not aligned, from different places.
__global__ void two_places(float* out, const float* in) {
  __shared__ float tile[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    tile[lane] = in[lane];
    asm volatile("barrier.sync 1, 64;" ::: "memory"); /*A*/
  } else {
    asm volatile("barrier.sync 1, 64;" ::: "memory"); /*B*/
    out[lane] = tile[31 - lane];
  }
}
