// expect: refuted
// finding: race confirmed error A
// more: yes
// What looks like a macro of a missing header may declare a variable.
__global__ void sum(const float* w, float* c, int n) {
  c[0] = w[0];
  for (int i = 1; i < n; i++)
    c[i] = c[i - 1] + w[i]; /*A*/
}
int main() {
  float *w, *c;
  const int threads = 1;
  cudaMalloc(&w, 400);
  cudaMalloc(&c, 400);
  {
    OPTION(threads, 64);
    sum<<<1, threads>>>(w, c, 100);
  }
}
