// expect: refuted
// finding: race confirmed error A A
// more: yes
// Sizes that stand in text of which the tree holds nothing are any, along all axes.
__global__ void add(int* a) { /*A*/ a[threadIdx.x] += 1 + threadIdx.x; }

void host(int* a) {
  int n = 4;
  cv::time([&] { add<<<n, 32>>>(a); });
  add<<<1, 32>>>(a);
}
