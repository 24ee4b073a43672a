// expect: verified
// A library whose header is not there is used around the launch: its sizes are what they are.
__global__ void sum(const float* w, float* c, int n) {
  c[0] = w[0];
  for (int i = 1; i < n; i++)
    c[i] = c[i - 1] + w[i];
}
int main() {
  float *w, *c;
  const int threads = 1;
  int blocks = 1;
  cudaMalloc(&w, 400);
  cudaMalloc(&c, 400);
  cv::Mat image(10, 10, 0);
  int width = image.cols;
  std::vector<cv::Mat> images(3);
  for (int t = 0; t < 10; t++) {
    if (t % 5 == 0) cv::imwrite("file", image);
    sum<<<blocks, threads>>>(w, c, 100);
    cv::imshow("window", image);
    if (cv::waitKey(1) == 27) break;
  }
}
