// expect: verified
// The number of the warp, handed to all its lanes by the first: the same for all, as it was before.
__global__ void rows(float *v) {
  const int warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0), lane = threadIdx.x % 32;
  v[(blockIdx.x * 8 + warp) * 32 + lane] = warp;
}
__global__ void roles(float *v) {
  __shared__ float s[64];
  const unsigned warp = __shfl_sync(~0u, threadIdx.x >> 5, 0);
  if (warp == 1)
    for (int i = threadIdx.x % 32; i < 64; i += 32)
      s[i] = i;
  __syncthreads();
  if (warp == 0) v[threadIdx.x] = s[threadIdx.x];
}
__global__ void groups(float *v, int n) {
  const int group = __shfl_sync(0xffffffffu, threadIdx.x / 64 + n * blockIdx.x, 0);
  if (n >= 4) v[group * 64 + threadIdx.x % 64] = 0;
}
void launch(float *v, int n) {
  rows<<<4, 256>>>(v);
  roles<<<1, 64>>>(v);
  groups<<<4, dim3(256, 1)>>>(v, n);
}
