// expect: verified
// A launch in a branch knows what the branch compares.
template <int N> __global__ void turn(int* out) {
  __shared__ int line[N];
  int t = threadIdx.x;
  line[t] = out[blockIdx.x * N + t];
  __syncthreads();
  out[blockIdx.x * N + t] = line[N - 1 - t];
}
void run(int* out, int blocks, int threads) {
  dim3 block(threads, 1, 1);
  if (threads == 16) {
    turn<16><<<blocks, block>>>(out);
  }
}
void choose(int* out, int blocks, int threads) {
  switch (threads) {
  case 64:
    turn<64><<<blocks, threads>>>(out);
    break;
  case 32:
    turn<32><<<blocks, threads>>>(out);
    break;
  }
}
