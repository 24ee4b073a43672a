// expect: verified
struct Cfg { int tile; int stages; };
__host__ __device__ constexpr Cfg cfg(int n) { Cfg c{n, 2}; c.tile *= 2; return c; }
__host__ __device__ constexpr int size() { return cfg(32).tile; }
__global__ void k(float* out) { __shared__ float s[size()]; s[threadIdx.x] = 1; __syncthreads(); out[threadIdx.x] = s[threadIdx.x ^ 1]; }
__global__ void plain(float* out) { int n = size(); out[threadIdx.x * n] = 1; }
void run(float* v) { k<<<1, size()>>>(v); plain<<<1, size()>>>(v); }
