// expect: verified
#include <complex>
using number = std::complex<float>;
void host(number* x);
__global__ void store(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void host(number* x) { store<<<1, 32>>>((int*)x); }
