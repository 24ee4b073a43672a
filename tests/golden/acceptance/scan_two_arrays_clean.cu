// expect: verified
// Double buffering by hand: two rounds per iteration, no toggling index.
__global__ void scan(int* data) {
  __shared__ int ping[1024];
  __shared__ int pong[1024];
  unsigned t = threadIdx.x;
  unsigned g = blockIdx.x * blockDim.x + t;
  ping[t] = data[g];
  __syncthreads();
  for (unsigned offset = 1; offset < blockDim.x; offset <<= 2) {
    pong[t] = t >= offset ? ping[t] + ping[t - offset] : ping[t];
    __syncthreads();
    unsigned twice = 2 * offset;
    ping[t] = t >= twice ? pong[t] + pong[t - twice] : pong[t];
    __syncthreads();
  }
  data[g] = ping[t];
}
