// expect: verified
__global__ void walk(float* data, int n) {
  float* p = data + blockIdx.x * blockDim.x + threadIdx.x;
  const float* end = data + n;
  for (; p < end; p += blockDim.x * gridDim.x) *p *= 2.0f;
}
