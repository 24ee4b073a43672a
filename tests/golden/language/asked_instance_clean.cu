// expect: verified
// flags: --kernel "turn<float, 32>" --block 32
// No launch says what the parameters are; the command line does.
template <typename T, int N> __global__ void turn(T* out) {
  __shared__ T line[N];
  int t = threadIdx.x;
  line[t] = out[blockIdx.x * N + t];
  __syncthreads();
  out[blockIdx.x * N + t] = line[N - 1 - t];
}
