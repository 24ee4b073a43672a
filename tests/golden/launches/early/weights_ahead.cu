// expect: verified
// assumes: before griddepcontrol.wait (first at
// What is read before the wait must be none of what the grid before writes: an assumption.
__global__ void scale(const float *in, const float *weights, float *out, int n) {
  __shared__ float w[256];
  
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    w[i] = weights[i]; /*A*/
  cudaGridDependencySynchronize();
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * w[threadIdx.x % 256]; /*B*/
  cudaTriggerProgrammaticLaunchCompletion();
}
void host(const float *in, const float *weights, float *out, int n) {
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3((n + 255) / 256);
  config.blockDim = dim3(256);
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, scale, in, weights, out, n);
}
