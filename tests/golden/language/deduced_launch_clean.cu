// expect: verified
// assumes: blockDim = (64, 1, 1)
// The launch's arguments say what T is; its block size holds whatever that may be.
template <typename T> __global__ void rotate(T* out) {
  __shared__ T line[64];
  line[threadIdx.x] = out[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = line[(threadIdx.x + 1) % 64];
}
void run(int* out, int n) { rotate<<<n, 64>>>(out); }
