// expect: refuted
// finding: race confirmed error A
// more: yes
// `shrink` may change n.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void shrink(int& size);
void run(float* v, int n) {
  const int blocks = n / 192;
  shrink(n);
  columns<<<blocks, 192>>>(v, n);
}
