// expect: verified
__global__ void overlay(int* out) {
  __shared__ int words[1024];
  char* bytes = (char*)words;
  int t = threadIdx.x;
  words[t] = t;
  bytes[4 * t + 3] = 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = words[t];
}
