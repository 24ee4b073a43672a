// expect: verified
// flags: --bit-precise --block 64 --grid 1 --assume "n <= 1073741824"
__global__ void doubled(int* a, int n) {
  for (int s = 1; s < n; s *= 2) {
    if (threadIdx.x == 0) a[s] = s;
    __syncthreads();
  }
}
