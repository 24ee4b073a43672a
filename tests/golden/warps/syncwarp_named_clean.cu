// expect: verified
// flags: --block 32 --grid 1
// Each lane is one of those that it waits for.
__global__ void halves(int* a) {
  if (threadIdx.x < 16) __syncwarp(0x0000ffff);
  else __syncwarp(0xffff0000);
  a[threadIdx.x] = 1;
}

__global__ void own(int* a) {
  __syncwarp(1u << (threadIdx.x & 31));
  a[threadIdx.x] = 1;
}

__global__ void pairs(int* a) {
  __syncwarp(3u << (threadIdx.x & ~1u));
  a[threadIdx.x] = 1;
}

__global__ void given(int* a, unsigned mask) {
  __requires(mask == 0xffffffffu);
  __syncwarp(mask);
  a[threadIdx.x] = 1;
}
