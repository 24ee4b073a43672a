// expect: verified
// flags: --bit-precise --block 64 --grid 1
// A product that is meant to wrap is exact in both readings; its value is no index.
__global__ void hash(unsigned* a) {
  unsigned h = threadIdx.x * 2654435761u;
  a[threadIdx.x] = h >> 7;
}
