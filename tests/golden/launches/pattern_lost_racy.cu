// expect: refuted
// finding: race any error A A
// In a template, too, text that does not compile may launch what it names.
__global__ void add(int* p) { /*A*/ p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

template <class T> void host(T* p) {
  dim3 g(4, 4);
  cv::time([&] { add<<<g, 32>>>(p); });
}
