// expect: refuted
// finding: race confirmed error A
// more: yes
// Who else calls is not known: the function's address is in a table.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n) { columns<<<3, 256>>>(v, n); }
void (*const table[])(float*, int) = {run};
int main(int argc, char** argv) {
  float* v;
  cudaMalloc(&v, 1);
  run(v, 768);
  table[0](v, argc);
}
