// expect: refuted
// finding: race confirmed error A
// more: yes
// The file has no main: other files may call the function.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n) { columns<<<3, 256>>>(v, n); }
void all(float* v) { run(v, 768); }
