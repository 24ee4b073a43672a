// expect: refuted
// finding: race confirmed error A
// more: yes
// `work` may change the variable.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
int size;
void work();
void run(float* v) {
  const int blocks = size / 192;
  work();
  columns<<<blocks, 192>>>(v, size);
}
