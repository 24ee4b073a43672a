// expect: refuted
// finding: race confirmed error A
// more: yes
// It may keep the address, and write there later.
__global__ void sum(const float* w, float* c, int n) {
  c[0] = w[0];
  for (int i = 1; i < n; i++)
    c[i] = c[i - 1] + w[i]; /*A*/
}
void elsewhere();
int main() {
  float *w, *c;
  int threads = 1;
  cudaMalloc(&w, 400);
  cudaMalloc(&c, 400);
  cv::createTrackbar("threads", &threads);
  threads = 1;
  elsewhere();
  sum<<<1, threads>>>(w, c, 100);
}
