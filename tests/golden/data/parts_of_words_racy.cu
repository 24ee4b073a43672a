// expect: refuted
// finding: race confirmed error A A
// A part of each word says where to: parts of 16 bytes, of 8 and of 4 are chosen for the run.
__global__ void scatter(const uint4* keys, const short2* places, const uchar4* rows, int* out) {
  __shared__ int cells[64];
  const uint4 key = keys[threadIdx.x];
  const short2 place = places[threadIdx.x];
  const uchar4 row = rows[threadIdx.x];
  if (threadIdx.x < 64 && key.w > 5 && key.y == 77 && place.y == -3 && row.z == 200) cells[key.z & 63] = threadIdx.x; /*A*/
  __syncthreads();
  out[threadIdx.x] = cells[threadIdx.x & 63];
}
