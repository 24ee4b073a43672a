// expect: verified
// Of the same part of a word both threads know the same; what the parts exclude each other does not happen.
__global__ void scatter(const uint4* keys, const short2* places, const uchar4* rows, int* out) {
  __shared__ int cells[64];
  const uint4 key = keys[blockIdx.x];
  const short2 place = places[blockIdx.x];
  const uchar4 row = rows[blockIdx.x];
  if (threadIdx.x < 64) cells[threadIdx.x ^ (key.z & 63)] = threadIdx.x;
  if (key.w > 5 && place.y == -3 && row.z == 200) __syncthreads();
  if (key.w <= 5 && threadIdx.x < 64) cells[threadIdx.x ^ (key.z & 63)] = 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[threadIdx.x & 63];
}
