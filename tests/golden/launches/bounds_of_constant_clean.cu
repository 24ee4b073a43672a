// expect: verified
// A name in the bound, with a name behind: no cast.
constexpr int N = 64;
__global__ void __launch_bounds__(N) rows(float *a) { a[blockIdx.x * N + threadIdx.x] = blockIdx.x; }
