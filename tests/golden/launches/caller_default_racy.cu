// expect: refuted
// finding: race confirmed error A
// more: yes
// One call leaves the length to its default.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n = 4);
void run(float* v, int n) { columns<<<3, 256>>>(v, n); }
int main() {
  float* v;
  cudaMalloc(&v, 1);
  run(v, 768);
  run(v);
}
