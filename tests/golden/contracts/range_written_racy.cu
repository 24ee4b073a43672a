// expect: refuted
// flags: --block 4 --grid 1 --assume "range(bin, 0, 16)"
// finding: race confirmed error A A
// What the kernel writes to the array is not what it held at the launch.
__global__ void count(int* bins, int* bin, const int* other, int n) {
  int i = threadIdx.x;
  bin[i] = other[i];
  __syncthreads();
  bins[i * 16 + bin[3 - i]] = i; /*A*/
}
