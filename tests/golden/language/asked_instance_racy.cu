// expect: refuted
// flags: --kernel "turn<float,16>" --block 32
// finding: race confirmed error A
// more: yes
// No launch says what the parameters are; the command line does.
template <typename T, int N> __global__ void turn(T* out) {
  __shared__ T line[N];
  int t = threadIdx.x;
  line[t] = out[blockIdx.x * N + t];
  __syncthreads();
  out[blockIdx.x * N + t] += line[t]; /*A*/
}
