// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// more: yes
// A length of 0 is left out where it divides, and nowhere else.
__global__ void apart(int* out, int n, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (w == 0)
    out[0] = i; /*A*/
  else
    out[i / w * w + i % w] = i;
}
__global__ void others(int* out, int n, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[w == 0 ? 0 : i] = i; /*B*/
  else
    out[n + i / w] = 0;
}
