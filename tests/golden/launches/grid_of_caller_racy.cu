// expect: refuted
// finding: race confirmed error A A
// The launch has a grid, of which nothing more is known here: there may be many blocks.
__global__ void count(float* out) { out[threadIdx.x] = blockIdx.x; /*A*/ }

void run(const dim3& grid, float* out) { count<<<grid, 64>>>(out); }
