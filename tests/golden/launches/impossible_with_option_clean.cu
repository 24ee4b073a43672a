// expect: verified
// flags: --assume "n >= gridDim.x * blockDim.x && n > 0"
// assumes: n >= gridDim.x
// The command line says otherwise than the launch, which is left out.
__global__ void columns(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i % n] = i;
}
void run(float* v, int n) {
  if (n < 100) columns<<<1, 128>>>(v, n);
}
