// expect: verified
// Helpers for vectors, which no number has anything to do with: width / threads is a division.
inline __host__ __device__ float2 make_float2(float s) { return make_float2(s, s); }
inline __host__ __device__ float2 operator/(float2 a, float2 b) {
  return make_float2(a.x / b.x, a.y / b.y);
}
inline __host__ __device__ float2 operator*(float2 a, float s) { return a * make_float2(s).x; }

__global__ void columns(float* out, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  for (int y = 0; y < 4; y++) out[y * width + x] = y;
}

void run(float* out, int width, int threads) { columns<<<width / threads, threads>>>(out, width); }
