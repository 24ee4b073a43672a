// expect: verified
// flags: --bit-precise --block 64 --grid 1 --assume "s > 0 && s <= 67108864"
__global__ void strided(int* a, unsigned s) {
  a[threadIdx.x * s] = threadIdx.x;
}
