// expect: refuted
// finding: race confirmed error A B
// finding: same-value-write any warning A
// finding: same-value-write any warning B
__global__ void column(float* out) {
  __shared__ float s[1024];
  s[threadIdx.y] = 1.0f; /*A*/
  out[blockIdx.y * blockDim.y + threadIdx.y] = s[blockDim.y - 1 - threadIdx.y]; /*B*/
}
