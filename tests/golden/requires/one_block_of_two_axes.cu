// expect: verified
// flags: --infer-requires
// under: gridDim.x == 1 && gridDim.y == 1
// Nothing tells blocks apart, along either axis.
__global__ void mark(int* list, const char* taken, int n) {
  __shared__ int kept;
  if (threadIdx.x == 0) kept = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (taken[i] == 0) list[i] = list[i] + i;
  if (threadIdx.x == 0) list[n] = kept;
}
void host(int* list, const char* taken, int n, int columns, int rows) {
  mark<<<dim3(columns, rows), 64>>>(list, taken, n);
}
