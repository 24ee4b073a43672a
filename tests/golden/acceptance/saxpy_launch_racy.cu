// expect: refuted
// finding: race confirmed error A A
// more: yes
// The launch in the file says that there are several blocks.
__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i]; /*A*/
}
void run(int n, float a, const float* x, float* y) { saxpy<<<(n + 255) / 256, 256>>>(n, a, x, y); }
