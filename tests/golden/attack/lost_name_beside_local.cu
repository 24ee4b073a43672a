// expect: unknown
// unknown: A 'mean', whose declaration
// The name is the kernel's own in one block, and of what does not compile in the other.
__device__ missing_t* mean(missing_t* in, float* out);

__global__ void k(float* out, const float* in, int n) {
  if (n > 3) {
    float mean = in[threadIdx.x];
    out[threadIdx.x] = mean;
  }
  mean(0, out); /*A*/
}
