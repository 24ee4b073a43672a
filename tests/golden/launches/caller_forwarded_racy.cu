// expect: refuted
// finding: race confirmed error A
// more: yes
// The function passes on what has changed by then.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
int size;
void run(float* v, int n) {
  columns<<<3, 256>>>(v, n);
  size = 4;
}
template <class F, class... Args> void repeat(int times, F f, Args&&... args) {
  for (int i = 0; i < times; i++)
    f(std::forward<Args>(args)...);
}
int main() {
  float* v;
  cudaMalloc(&v, 1);
  size = 768;
  repeat(3, run, v, size);
}
