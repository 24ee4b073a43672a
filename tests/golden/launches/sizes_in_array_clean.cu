// expect: verified
__global__ void k(int *o) { __shared__ int s[64]; s[threadIdx.x & 63] = threadIdx.x; __syncthreads(); o[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x & 63]; }
int main() { int *p; size_t l[2]; l[0] = 64; l[1] = 1; dim3 t(l[0], l[1]); k<<<4, t>>>(p); }
