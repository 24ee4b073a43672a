// expect: verified
// Two overloads that differ in const alone, also in what they cast to.
__device__ float& element(float4& v, int i) { return reinterpret_cast<float*>(&v)[i]; }
__device__ float element(const float4& v, int i) { return reinterpret_cast<const float*>(&v)[i]; }

__global__ void scale(float4* out, const float4* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[i];
  for (int k = 0; k < 4; ++k)
    element(v, k) = 2.0f * element(in[i], k);
  out[i] = v;
}
