// expect: refuted
// finding: race confirmed error A
// more: yes
// So may an initializer.
__global__ void sum(const float* w, float* c, int n) {
  c[0] = w[0];
  for (int i = 1; i < n; i++)
    c[i] = c[i - 1] + w[i]; /*A*/
}
int main() {
  float *w, *c;
  int threads = 1;
  cudaMalloc(&w, 400);
  cudaMalloc(&c, 400);
  int height = cv::read(threads), width = 3;
  sum<<<1, threads>>>(w, c, 100);
}
