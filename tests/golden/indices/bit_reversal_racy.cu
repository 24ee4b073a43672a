// expect: refuted
// flags: --block 256
// finding: race confirmed error A B
// more: yes
// Both threads of a pair change them.
__global__ void reorder(float2* a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, j = __brev(i) >> 22;
  if (i < 1024) {
    float2 x = a[i], y = a[j]; /*B*/
    a[i] = y; /*A*/
    a[j] = x;
  }
}
