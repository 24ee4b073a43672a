// expect: verified
// Function pointers as template arguments, handed on from one template to the next.
typedef int (*combine_t)(int, int);
__device__ int sum(int a, int b) { return a + b; }
__device__ int first(int a, int b) { return a; }
template <combine_t combine> __device__ int at(int a, int b) { return combine(a, b); }
template <combine_t combine> __device__ int through(int a, int b) { return at<combine>(a, b); }
__global__ void place(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[through<first>(i, 7)] = through<sum>(1, 2);
}
