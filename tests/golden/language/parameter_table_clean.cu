// expect: verified
// A table of numbers in a struct that is a parameter, read at an index that is no constant: all
// threads of a block get the same.
struct Tables {
  int sizes[3];
  float scale[3];
};
__global__ void k(Tables t, float *v) {
  __shared__ float s[256];
  const int n = t.sizes[blockIdx.x];
  if (n < 0 || n > 256) return;
  if (threadIdx.x < n) s[threadIdx.x] = t.scale[blockIdx.x];
  __syncthreads();
  if (threadIdx.x < n) v[blockIdx.x * 256 + threadIdx.x] = s[n - 1 - threadIdx.x];
}
void launch(Tables t, float *v) { k<<<3, 256>>>(t, v); }
