// expect: verified
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
int size;
void run(float* v) {
  const int blocks = size / 192;
  columns<<<blocks, 192>>>(v, size);
}
