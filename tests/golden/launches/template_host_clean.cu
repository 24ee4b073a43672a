// expect: verified
// assumes: blockDim = (64, 1, 1)
// assumes: with N = 128
// The host function is a template: its block has as many threads as the kernel's has cells.
template <int N> __global__ void reverse(float* v) {
  __shared__ float s[N];
  s[threadIdx.x] = v[blockIdx.x * N + threadIdx.x];
  __syncthreads();
  v[blockIdx.x * N + threadIdx.x] = s[N - 1 - threadIdx.x];
}

template <int N> void run(float* v, int blocks) { reverse<N><<<blocks, N>>>(v); }

void all(float* v, int blocks) {
  run<64>(v, blocks);
  run<128>(v, blocks);
}
