// expect: verified
// flags: --block 256
// assumes: what __ldg reads of 'data' the kernel has not written
__global__ void turn(unsigned *data) {
  __shared__ unsigned tile[256];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, word;
  asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(word) : "l"(data + i));
  tile[threadIdx.x] = word;
  __syncthreads();
  data[i] = tile[255 - threadIdx.x];
}
