// expect: verified
// Pointers to kernels that are only launched, asked about and compared: every launch is known.
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; }
__global__ void count(int* v) { v[threadIdx.x % 16] = threadIdx.x; }

int main(int argc, char**) {
  int *v, blocks;
  cudaMalloc(&v, 4096);
  fill<<<1, 32>>>(v);
  void (*launch)(int*) = count;
  if (argc > 1) launch = &count;
  cudaFuncSetAttribute(launch, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)fill, 32, 0);
  if (launch == count) launch<<<1, 16>>>(v);
}
