// expect: refuted
// finding: race confirmed error A
// more: yes
// The size that the caller has set is not the one of the namespace.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
int size;
namespace inner {
int size;
void run(float* v, int blocks) { columns<<<blocks, 256>>>(v, size); }
} // namespace inner
int main() {
  float* v;
  cudaMalloc(&v, 1);
  size = 768;
  inner::size = 4;
  if (size == 768) inner::run(v, 3);
}
