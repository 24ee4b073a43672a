// expect: verified
const dim3 grid(4, 1, 1);
const dim3 threads(64, 1, 1);
__global__ void k(int *o) { __shared__ int s[64]; s[threadIdx.x & 63] = threadIdx.x; __syncthreads(); o[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x & 63]; }
int main() { int *p; k<<<grid, threads>>>(p); }
