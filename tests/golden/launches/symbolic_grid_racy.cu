// expect: refuted
// flags: --grid symbolic
// finding: race confirmed error A
// more: yes
// What the launch says about the grid is dropped.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n) {
  columns<<<n / 192, 192>>>(v, n);
}
