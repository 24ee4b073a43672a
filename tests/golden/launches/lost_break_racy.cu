// expect: refuted
// finding: race confirmed error A
// more: yes
// A condition with a break may end the loop early.
__global__ void sum(const float* w, float* c, int n) {
  c[0] = w[0];
  for (int i = 1; i < n; i++)
    c[i] = c[i - 1] + w[i]; /*A*/
}
int main() {
  float *w, *c;
  int threads = 64;
  cudaMalloc(&w, 400);
  cudaMalloc(&c, 400);
  while (threads > 1) {
    threads /= 2;
    if (cv::Mat image(1, 1); image.rows) break;
  }
  sum<<<1, threads>>>(w, c, 100);
}
