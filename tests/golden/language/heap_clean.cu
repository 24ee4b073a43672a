// expect: verified
// flags: --block 64
// Memory that a thread allocates is its own while it alone has the pointer.
__global__ void scratch(int* out, int n) {
  int* p = (int*)malloc(n * sizeof(int));
  if (p == nullptr) return;
  for (int i = 0; i < n; ++i)
    p[i] = i * threadIdx.x;
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += p[i];
  free(p);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

struct Table {
  int* items;
  __device__ explicit Table(int n) : items(new int[n]) {}
  __device__ ~Table() { delete[] items; }
};
__global__ void objects(int* out, int n) {
  Table table(n), other(n);
  table.items[0] = threadIdx.x;
  other.items[0] = 0;
  out[blockIdx.x * blockDim.x + table.items[0]] = other.items[0];
}
