// expect: refuted
// finding: race confirmed error A
// One of the two launches has larger blocks than the kernel has room for.
template <typename T> __global__ void fill(T* out) {
  out[blockIdx.x * 64 + threadIdx.x] += 1; /*A*/
}
void run(int* out, int n) { fill<<<n, 64>>>(out); }
void run_more(float* out, int n) { fill<<<n, 128>>>(out); }
// more: yes
