// expect: verified
// flags: --assume "distinct(perm)"
__global__ void scatter(int n, int* out, const int* in, const int* perm) {
  __shared__ int place[1024];
  place[threadIdx.x] = perm[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x < n) out[place[threadIdx.x]] = in[threadIdx.x];
}
