// expect: refuted
// finding: race confirmed error A
// more: yes
// The parameter refers to a variable of the file, which the function changes by its name.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
int size;
void run(float* v, const int& n) {
  size = 4;
  columns<<<3, 256>>>(v, n);
}
int main() {
  float* v;
  cudaMalloc(&v, 1);
  size = 768;
  run(v, size);
}
