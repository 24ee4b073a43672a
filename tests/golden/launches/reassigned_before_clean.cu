// expect: verified
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
int other();
void run(float* v, int n) {
  n = other();
  int blocks;
  blocks = n / 192;
  columns<<<blocks, 192>>>(v, n);
}
