// expect: refuted
// flags: --block 256 --assume "k >= 0 && k < 30"
// finding: race confirmed error A B
// more: yes
// The groups overlap by half.
__global__ void step(float* a, int k) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int i = ((t >> k) << k) | (t & ((1 << k) - 1)), j = i | (1 << k);
  float x = a[i], y = a[j];
  a[i] = x + y; /*A*/
  a[j] = x - y; /*B*/
}
