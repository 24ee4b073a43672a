// expect: verified
// Before the first access the log of another tool is empty: what it implies holds.
__device__ void twice(float* v, unsigned i) {
  __requires(__ptr_offset_bytes(v) == 0);
  __requires(__read_implies(v, __read_offset_bytes(v) / sizeof(float) == i));
  __requires(__write_implies(v, __write_offset_bytes(v) / sizeof(float) == i));
  v[i] = v[i] * 2;
}

__global__ void scale(float* v, float* scratch) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float s[4];
  if (threadIdx.x < 4) s[threadIdx.x] = 1;
  twice(v, i);
}
