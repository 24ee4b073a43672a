// expect: verified
// flags: --bit-precise --block 64 --grid 1 --assume "n <= 2000000000"
__global__ void fill(int* a, int n) {
  for (int i = threadIdx.x; i < n; i += 64)
    a[i] = 0;
}
