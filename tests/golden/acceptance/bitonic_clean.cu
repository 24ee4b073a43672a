// expect: verified
__global__ void bitonic(unsigned* values) {
  extern __shared__ unsigned s[];
  const unsigned t = threadIdx.x;
  s[t] = values[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned k = 2; k <= blockDim.x; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned ixj = t ^ j;
      if (ixj > t) {
        if ((t & k) == 0) {
          if (s[t] > s[ixj]) {
            unsigned tmp = s[t];
            s[t] = s[ixj];
            s[ixj] = tmp;
          }
        } else {
          if (s[t] < s[ixj]) {
            unsigned tmp = s[t];
            s[t] = s[ixj];
            s[ixj] = tmp;
          }
        }
      }
      __syncthreads();
    }
  }
  values[blockIdx.x * blockDim.x + t] = s[t];
}
