// expect: verified
// No two threads get one ticket.
__global__ void append(int* out, int* next) {
  int slot = atomicAdd(next, 1);
  out[slot] = blockIdx.x * blockDim.x + threadIdx.x;
}
