// expect: refuted
// finding: race confirmed error A
// more: yes
// The pointer leads to the variable.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
int size;
int* shared_size = &size;
void run(float* v, int n) {
  const int blocks = size / 192;
  *shared_size = n;
  columns<<<blocks, 192>>>(v, size);
}
