// expect: refuted
// finding: race confirmed error A A
// finding: race any error B B
// more: yes
// Calls that fork so often that nobody walks them all: launches count as they stand, with the arrays
// that they pass.
__global__ void shift(float* d, const float* e) {
  if (threadIdx.x < 255) /*A*/ d[blockIdx.x * 256 + threadIdx.x] = e[blockIdx.x * 256 + threadIdx.x + 1];
}
__global__ void add(float* d) { /*B*/ d[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

static void f0(float* p, int n) {
  if (n > 7) add<<<n, 64>>>(p);
}
#define FORK(to, from) \
  static void to(float* p, int n) { \
    from(p, n); \
    if (n > 3) from(p, n); \
  }
FORK(f1, f0)
FORK(f2, f1)
FORK(f3, f2)
FORK(f4, f3)
FORK(f5, f4)
FORK(f6, f5)
FORK(f7, f6)
FORK(f8, f7)
FORK(f9, f8)
FORK(f10, f9)
FORK(f11, f10)
FORK(f12, f11)
FORK(f13, f12)
FORK(f14, f13)
FORK(f15, f14)

int main(int n, char**) {
  float* p;
  cudaMalloc(&p, 1 << 20);
  dim3 grid(4, 4);
  shift<<<n, 256>>>(p, p);
  f15(p, n);
  add<<<grid, 64>>>(p);
}
