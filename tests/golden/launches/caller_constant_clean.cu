// expect: verified
// assumes: n == 768
// assumes: called at
// main calls the function that launches, and that call knows the row length.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n) { columns<<<3, 256>>>(v, n); }
int main() {
  float* v;
  int n = 768;
  cudaMalloc(&v, n * 4 * sizeof(float));
  run(v, n);
  return 0;
}
