// expect: verified
__global__ void vectors(float4* out, const float2* in) {
  __shared__ float2 s[1024];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];
  __syncthreads();
  float2 other = s[blockDim.x - 1 - t];
  out[i] = make_float4(other.x, other.y, s[t].x, s[t].y);
}
