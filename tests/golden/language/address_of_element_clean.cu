// expect: verified
__device__ void put(int* cell, int v) { *cell = v; }
__global__ void addresses(int* out) {
  __shared__ int s[32][33];
  __requires(blockDim.x <= 32 && blockDim.y <= 32);
  int* row = &s[threadIdx.y][0];
  put(&row[threadIdx.x], 1);
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  put(&(&out[j * (blockDim.x * gridDim.x)])[i], row[0]);
}
