// expect: verified
// flags: --kernel grid_cell
// A file's overloads of a library function for vectors do not take its calls for numbers.
inline __device__ float2 floorf(float2 v) { return make_float2(floorf(v.x), floorf(v.y)); }
inline __device__ float3 floorf(float3 v) {
  return make_float3(floorf(v.x), floorf(v.y), floorf(v.z));
}
inline __device__ float4 floorf(float4 v) {
  return make_float4(floorf(v.x), floorf(v.y), floorf(v.z), floorf(v.w));
}

__global__ void grid_cell(int* cell, const float* x, float size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = floorf(make_float4(x[i], x[i] / size, 0.0f, 1.0f));
  cell[i] = floorf(v.x);
}
