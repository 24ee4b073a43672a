// expect: verified
// origin: mlc-ai/TIRx-kernels 21
// flags: --block 64 --grid 1
// finding: alignment confirmed warning A B
// Two roles complete one generation of an aligned barrier at different places of the code.
__global__ void two_places(float* out, const float* in) {
  __shared__ float tile[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    tile[lane] = in[lane];
    asm volatile("bar.sync 1, 64;" ::: "memory"); /*A*/
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory"); /*B*/
    out[lane] = tile[31 - lane];
  }
}
