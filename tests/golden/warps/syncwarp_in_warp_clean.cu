// expect: verified
__global__ void exchange(int* out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[blockIdx.x * blockDim.x + t] = s[t ^ 1];
}
