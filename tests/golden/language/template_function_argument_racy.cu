// expect: refuted
// finding: race confirmed error A
// Two instances of one template differ by the function alone.
typedef int (*combine_t)(int, int);
__device__ int second(int a, int b) { return b; }
__device__ int first(int a, int b) { return a; }
template <combine_t combine> __device__ int at(int a, int b) { return combine(a, b); }
template <combine_t combine> struct Cell {
  int base;
  __device__ int of(int i) { return combine(i, base); }
};
__global__ void place(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Cell<first> one;
  Cell<second> other;
  one.base = other.base = 0;
  if (i < n) {
    out[one.of(i)] = 1;
    out[other.of(i) - 1] = i; /*A*/
  }
}
