// expect: verified
#include <complex>
using real = float;
using number = std::complex<real>;
__global__ void store(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
