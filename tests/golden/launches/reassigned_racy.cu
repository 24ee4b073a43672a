// expect: refuted
// finding: race confirmed error A
// more: yes
// n is another number when it is passed.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
int other();
void run(float* v, int n) {
  const int blocks = n / 192;
  n = other();
  columns<<<blocks, 192>>>(v, n);
}
