// expect: refuted
// finding: race confirmed error A
// finding: race any error B
// finding: race any error C C
// more: yes
// Kernels that a function returns are launched with what stands behind any call of it, and with
// anything where its result goes elsewhere.
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/
__global__ void kept(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*B*/
__global__ void other(int* v) { /*C*/ v[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

using Kernel = void (*)(int*);
static Kernel kernel_for(int mode) { return mode > 2 ? fill : nullptr; }
static Kernel kept_kernel() { return kept; }
static Kernel another(bool b) {
  if (b) return other;
  return kernel_for(3);
}
struct Table {
  Kernel run;
};

int main(int argc, char**) {
  int* v;
  cudaMalloc(&v, 4096);
  fill<<<1, 32>>>(v);
  kept<<<1, 32>>>(v);
  Kernel kernel = kernel_for(argc);
  kernel<<<1, 64>>>(v);
  Kernel second = kept_kernel();
  second<<<1, 32>>>(v);
  Table table{kept_kernel()};
  table.run<<<1, 64>>>(v);
  another(argc > 1)<<<dim3(2, 2), 32>>>(v);
}
