// expect: verified
// flags: --bit-precise --block 64 --grid 1024
// So few additions cannot bring a counter round.
__global__ void tickets(unsigned* count, int* out) {
  const unsigned at = atomicAdd(count, 4u);
  out[at] = threadIdx.x;
}
