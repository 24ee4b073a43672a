// expect: verified
// A line goes on although blanks or a carriage return follow the backslash.
__global__ void fill(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && \ 
      i >= 0) out[i] = i;
}
