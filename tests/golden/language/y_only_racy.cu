// expect: refuted
// finding: race confirmed error A B
__global__ void column(float* out) {
  __shared__ float s[1024];
  s[threadIdx.y] = 1.0f; /*A*/
  out[blockIdx.y * blockDim.y + threadIdx.y] = s[blockDim.y - 1 - threadIdx.y]; /*B*/
}
