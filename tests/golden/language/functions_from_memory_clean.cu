// expect: verified
// flags: --block 64
// assumes: pointers to functions lead to functions of this file
// What the host has put into a table, or passes, is one of the functions whose address is taken here.
typedef void (*Store)(int*, int);
__device__ void own(int* p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v; }
__device__ void own_doubled(int* p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] = 2 * v; }
__device__ void first(int* p, int v) { p[0] = v; }
__device__ Store pointer_to_own = own;
__device__ Store pointer_to_doubled = own_doubled;
__device__ Store table[2];
__global__ void from_table(int* out, int which) { table[which](out, threadIdx.x); }
__global__ void from_host(int* out, Store store) {
  if (store != nullptr) store(out, threadIdx.x);
}
__global__ void direct(int* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) first(out, 1);
}
