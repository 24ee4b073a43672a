// expect: refuted
// finding: race confirmed error A A
// Of the threads that are launched there are more than cells.
template <int N> __global__ void reverse(int* out, const int* in) {
  __shared__ int s[N];
  int t = threadIdx.x;
  if (blockDim.x == 160)
    s[t % N] = in[t]; /*A*/
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[N - 1 - t % N];
}
void run(int* out, const int* in, int blocks) {
  reverse<128> << <blocks, dim3(160) >> > (out, in);
}
