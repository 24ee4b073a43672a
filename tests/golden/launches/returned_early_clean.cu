// expect: verified
// Other sizes return.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n) {
  if (n % 128 != 0 || n < 0) return;
  int blocks = n / 128;
  if (n % 128) blocks++;
  columns<<<blocks, 128>>>(v, n);
}
