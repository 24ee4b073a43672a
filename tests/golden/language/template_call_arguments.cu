// expect: verified
// Calls of templates as later arguments declare no names.
__device__ float distance(float4 a, float4 b) { return a.x - b.x; }

__global__ void differences(cudaTextureObject_t image, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float d = distance(tex2D<float4>(image, i, 0), tex2D<float4>(image, i + 1, 0));
  float4 next = tex2D<float4>(image, i + 2, 0);
  out[i] = d + next.x;
}
