// expect: refuted
// flags: --grid symbolic
// finding: race confirmed error A A
// more: yes
// Only the thread's index in its block: blocks meet.
__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i]; /*A*/
}
