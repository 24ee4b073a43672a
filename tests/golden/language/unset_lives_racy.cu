// expect: refuted
// flags: --block 64 --assume "0 < n"
// finding: race possible error A
// finding: race possible error B
// finding: race possible error C
// finding: race possible error D
// finding: race possible error E
// finding: race possible error F
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

// Returned where the caller has room for it.
struct Counted {
  int place, count;
  __device__ Counted() {}
  __device__ Counted(const Counted& c) : place(c.place), count(c.count) {}
};

__device__ Counted counted(int t, int n) {
  Counted c;
  if (t < n) c.place = t;
  c.count = 1;
  return c;
}

__global__ void returned_in_memory(int* out, int n) {
  __shared__ int a[1024];
  int t = threadIdx.x;
  a[counted(t, n).place] = t; /*E*/
  __syncthreads();
  out[t] = a[t];
}

__device__ void set(int& i, int t, int n) {
  if (t >= n) i = 512 + t;
}

__global__ void jumped_to_a_call(int* out, int n) {
  __shared__ int a[1024];
  int t = threadIdx.x;
  if (t < n) goto set_it;
  int i;
set_it:
  set(i, t, n);
  a[i] = t; /*F*/
  __syncthreads();
  out[t] = a[t];
}
