// expect: verified
// flags: --block 64
// The helper asks for distinct indices of its callers.
__device__ int next(int x) {
  __requires(__distinct_int(x));
  return x + 1;
}
__global__ void use(int* out) {
  int t = threadIdx.x;
  __assert(__implies(t == 4, __other_int(t) != 4));
  __assert(__uniform_int(blockIdx.x));
  out[next(blockIdx.x * blockDim.x + t)] = t;
}
