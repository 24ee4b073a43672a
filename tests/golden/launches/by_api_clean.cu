// expect: verified
void check(cudaError_t e, const char* what);
#define CHECK(e) check((e), #e)

__global__ void fill(int* v, int n) { v[threadIdx.x % n] = threadIdx.x; }

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  int n = 32;
  dim3 block(n);
  void* args[] = {(void*)&v, &n};
  CHECK(cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096));
  cudaError_t e = cudaLaunchKernel((void*)fill, dim3(1), block, args, 0, 0);
}
