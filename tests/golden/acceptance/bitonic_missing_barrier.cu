// expect: refuted
// finding: race confirmed error A|B|C A|B|C
// more: yes
__global__ void bitonic(unsigned* values) {
  extern __shared__ unsigned s[];
  const unsigned t = threadIdx.x;
  s[t] = values[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned k = 2; k <= blockDim.x; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned ixj = t ^ j;
      if (ixj > t) {
        unsigned tmp = s[t]; /*A*/
        s[t] = s[ixj];       /*B*/
        s[ixj] = tmp;        /*C*/
      }
    }
    __syncthreads();
  }
  values[blockIdx.x * blockDim.x + t] = s[t];
}
