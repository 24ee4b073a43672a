// expect: refuted
// flags: --block 64 --assume "0 < n"
// finding: race possible error A
// finding: race possible error B
// finding: race possible error C
// finding: race possible error D
// Members of what is returned, one of many elements, objects without a name, a declaration that is
// jumped over: what no way sets may be any value.
struct Cell {
  int row, column;
};
struct Slot {
  int place;
  __device__ Slot(int t, int n) { if (t < n) place = t; }
};

__device__ Cell cell_of(int t, int n) {
  Cell c;
  if (t < n) c.row = t;
  c.column = 1;
  return c;
}

__global__ void returned(int* out, int n) {
  __shared__ int a[1024];
  int t = threadIdx.x;
  a[cell_of(t, n).row] = t; /*A*/
  __syncthreads();
  out[t] = a[t];
}

__global__ void of_many(int* out, int n) {
  __shared__ int a[1024];
  int t = threadIdx.x;
  int s[32];
  if (t < n) s[5] = t;
  a[s[5]] = t; /*B*/
  __syncthreads();
  out[t] = a[t];
}

__global__ void without_name(int* out, int n) {
  __shared__ int a[1024];
  int t = threadIdx.x;
  a[Slot(t, n).place] = t; /*C*/
  __syncthreads();
  out[t] = a[t];
}

__global__ void jumped_over(int* out, int n) {
  __shared__ int a[1024];
  int t = threadIdx.x;
  switch (n & 1) {
    int i;
  case 0:
    i = t;
  case 1:
    a[i] = t; /*D*/
  }
  __syncthreads();
  out[t] = a[t];
}
