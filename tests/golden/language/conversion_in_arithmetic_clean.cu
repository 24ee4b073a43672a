// expect: verified
// An object becomes a number by its conversion.
struct Lane {
  unsigned value;
  __device__ operator unsigned() const { return value % 32; }
};
__global__ void lanes(float* out) {
  const Lane lane{threadIdx.x};
  if (!lane && threadIdx.x == 0 && blockIdx.x == 0) out[0] = 1;
  if (threadIdx.x < 32 && blockIdx.x == 0) out[lane + 1] = threadIdx.x;
}
