// expect: refuted
// finding: race confirmed error A
// more: yes
// `shrink` may keep the address, and `work` write there.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void shrink(int* size);
void work();
void run(float* v, int n) {
  shrink(&n);
  const int blocks = n / 192;
  work();
  columns<<<blocks, 192>>>(v, n);
}
