// expect: verified
// assumes: the pointers in table point to distinct arrays
// assumes: indices of the arrays of pointers in table stay within them
// Tables of a parameter that is too large to be split: what a pointer in it leads to has an array of
// its own, whatever number it has, also where it has no type.
struct Table {
  void* addresses[2][110];
  int sizes[110];
};
__global__ void scale(Table table) {
  const float* in = (const float*)table.addresses[0][blockIdx.x];
  float* out = (float*)table.addresses[1][blockIdx.x];
  for (int i = threadIdx.x; i < table.sizes[blockIdx.x]; i += blockDim.x) out[i] = in[i] * 2;
}
