// expect: refuted
// finding: race confirmed error S S
// finding: race confirmed error T T
// finding: race confirmed error B B
// finding: race confirmed error L L
// Vectors at steps smaller than they are: every second thread's, block's or iteration's is not
// aligned whatever the launch is, so that no assumption about alignment keeps neighbours apart.
__global__ void staged(const float4 *in, float *out) {
  __shared__ float tile[256];
  reinterpret_cast<float4 *>(&tile[2 * threadIdx.x])[0] = in[threadIdx.x]; /*S*/
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void pairs(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1)
    *reinterpret_cast<float2 *>(out + i) = make_float2(i, n); /*T*/
}
__global__ void blocks(float *out) {
  if (threadIdx.x == 0)
    *reinterpret_cast<float4 *>(out + 2 * blockIdx.x) = make_float4(blockIdx.x, 0, 0, 0); /*B*/
}
__global__ void steps(float *out, int n) {
  for (int i = 0; i < n; i++)
    *reinterpret_cast<float2 *>(out + 2 * n * blockIdx.x + 2 * threadIdx.x + i) = make_float2(threadIdx.x, i); /*L*/
}
void launch(const float4 *in, float *out, int n) {
  staged<<<1, 64>>>(in, out);
  pairs<<<(n + 127) / 128, 128>>>(out, n);
  blocks<<<8, 32>>>(out);
  steps<<<1, 64>>>(out, n);
}
