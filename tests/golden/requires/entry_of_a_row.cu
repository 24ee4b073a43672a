// expect: verified
// flags: --infer-requires
// under: range(center, 0, stride)
// The entry of a thread's row that an array names, where the length of rows is the last of many
// sizes.
__global__ void assign(int n, int dim, int from, int k, int stride, const int* center,
                       float* work) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n || t < from || dim < 1 || k < 1) return;
  work[t * stride + center[t]] += dim;
}
