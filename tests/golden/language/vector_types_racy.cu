// expect: refuted
// finding: race confirmed error A B
__global__ void vectors(float4* out) {
  __shared__ float4 s[1025];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t].w = 1.0f;                      /*A*/
  reinterpret_cast<float*>(s)[t] = t; /*B*/
}
