// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
// What `&` gives is what the class says.
struct Cell {
  int value;
  __device__ int* operator&() { return &value - threadIdx.x; }
};
__global__ void store() {
  __shared__ Cell s[64];
  s[threadIdx.x].value = threadIdx.x;
  __syncthreads();
  *(&s[threadIdx.x]) = threadIdx.x; /*A*/
}
