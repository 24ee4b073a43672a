// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// finding: race possible error B B
// more: yes
typedef void (*Store)(int*, int);
typedef void (*Clear)(int*);
__device__ void own(int* p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v; }
__device__ void second(int* p, int v) { p[1] = v; } /*B*/
__device__ void clear(int* p) { p[0] = threadIdx.x; } /*A*/
__device__ Store pointer_to_own = own;
__device__ Store pointer_to_second = second;
__device__ Clear pointer_to_clear = clear;
__device__ Store table[2];
__device__ Clear clears[2];
__global__ void from_table(int* out, int which) { table[which](out, threadIdx.x); }
__global__ void only_one(int* out, int which) { clears[which](out); }
