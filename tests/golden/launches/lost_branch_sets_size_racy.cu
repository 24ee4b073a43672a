// expect: refuted
// finding: race confirmed error A
// more: yes
// So may a branch for which an empty statement stands.
__global__ void sum(const float* w, float* c, int n) {
  c[0] = w[0];
  for (int i = 1; i < n; i++)
    c[i] = c[i - 1] + w[i]; /*A*/
}
int main(int argc, char**) {
  float *w, *c;
  int threads = 1;
  cudaMalloc(&w, 400);
  cudaMalloc(&c, 400);
  if (argc > 1) cv::read(threads);
  else argc = 1;
  sum<<<1, threads>>>(w, c, 100);
}
