// expect: verified
// Steps that are no multiple of the vector: where a condition leaves the aligned ones, where the
// vectors do not meet, and where a parameter may make up for it.
__global__ void staged(const float4 *in, float *out) {
  __shared__ float tile[256];
  reinterpret_cast<float4 *>(&tile[4 * threadIdx.x])[0] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void even(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0 && i < n - 1)
    *reinterpret_cast<float2 *>(out + i) = make_float2(i, n);
}
__global__ void far(float *out) {
  *reinterpret_cast<float4 *>(out + 5 * threadIdx.x) = make_float4(threadIdx.x, 0, 0, 0);
}
__global__ void rounded(float *out) {
  *reinterpret_cast<float4 *>(out + threadIdx.x * 3 + threadIdx.x % 64) = make_float4(threadIdx.x, 0, 0, 0);
}
// The coefficient of the thread's number is n + 1.
__global__ void scaled(float *out, int n) {
  *reinterpret_cast<float4 *>(out + threadIdx.x * n + threadIdx.x) = make_float4(threadIdx.x, 0, 0, 0);
}
void launch(const float4 *in, float *out, int n) {
  staged<<<1, 64>>>(in, out);
  even<<<(n + 127) / 128, 128>>>(out, n);
  far<<<1, 64>>>(out);
  rounded<<<1, 64>>>(out);
  if (n >= 3) scaled<<<1, 64>>>(out, n);
}
