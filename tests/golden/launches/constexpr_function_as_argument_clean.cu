// expect: verified
struct Cfg { int tile; int stages; };
__host__ __device__ constexpr Cfg cfg(int n) { Cfg c{n, 2}; c.tile *= 2; return c; }
__host__ __device__ constexpr int size() { return cfg(32).tile; }
__global__ void k(float* out) { __shared__ float s[2][size()]; s[1][threadIdx.x] = 1; __syncthreads(); out[threadIdx.x] = s[1][threadIdx.x ^ 1]; }
template <int N> __global__ void t(float* out) { out[threadIdx.x * N] = 1; }
void run(float* v) { k<<<1, size()>>>(v); t<size()><<<1, 64>>>(v); }
