// expect: verified
// For thread 0 the neighbour's index wraps to 2^32 - 1 and fails the guard.
__global__ void left(float* out) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  unsigned neighbour = t - 1;
  s[t] = t;
  __syncthreads();
  if (neighbour < blockDim.x) out[blockIdx.x * blockDim.x + neighbour] = s[neighbour];
}
