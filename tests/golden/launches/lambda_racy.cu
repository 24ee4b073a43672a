// expect: refuted
// finding: race confirmed error A
// more: yes
// The lambda changes n.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n) {
  const int blocks = n / 192;
  auto shrink = [&]() { n /= 2; };
  shrink();
  columns<<<blocks, 192>>>(v, n);
}
