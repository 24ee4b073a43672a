// expect: verified
__global__ void lanes(int* out) {
  __shared__ int s[32][33];
  int warp = threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
  s[warp][lane] = lane;
  __syncthreads();
  int w = threadIdx.x >> 5, l = threadIdx.x & 31;
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[w][31 - l];
}
