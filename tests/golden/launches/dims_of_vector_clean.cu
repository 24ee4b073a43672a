// expect: verified
__global__ void k(int *o) { __shared__ int s[64]; s[threadIdx.x & 63] = threadIdx.x; __syncthreads(); o[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x & 63]; }
int main() { int *p; dim3 g(4, 1, 1), t(32, 1, 1); g = make_uint3(2, 1, 1); t = make_uint3(64, 1, 1); k<<<g, t>>>(p); }
