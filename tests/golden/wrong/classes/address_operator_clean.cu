// expect: verified
// flags: --block 64
// What `&` gives is what the class says.
struct Cell {
  int value;
  __device__ int* operator&() { return &value - 0; }
};
__global__ void store() {
  __shared__ Cell s[64];
  s[threadIdx.x].value = threadIdx.x;
  __syncthreads();
  *(&s[threadIdx.x]) = threadIdx.x;
}
