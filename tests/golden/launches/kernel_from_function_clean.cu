// expect: verified
// A function that returns kernels is like an array of them: each may be launched with what stands
// there.
__global__ void turn(float* out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = out[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 256) out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void fill(float* out, int n) { out[blockIdx.x * 256 + threadIdx.x] = n; }

using Kernel = void (*)(float*, int);
static Kernel kernel_for(int mode) {
  switch (mode) {
  case 0: return turn;
  case 1: return &fill;
  }
  return nullptr;
}

int main(int argc, char**) {
  float* out;
  cudaMalloc((void**)&out, 4096);
  Kernel kernel = kernel_for(argc);
  if (kernel) kernel<<<4, 256>>>(out, 7);
  kernel_for(1)<<<2, 256>>>(out, 8);
}
