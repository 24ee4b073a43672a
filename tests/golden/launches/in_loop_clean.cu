// expect: verified
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n) {
  for (int k = 0; k < 3; k++) {
    const int blocks = n / 192;
    columns<<<blocks, 192>>>(v, n);
    n /= 2;
  }
}
