// expect: unknown
// flags: --block 256
// unknown: A that other writes may change
// unknown: B that other writes may change
// unknown: C loaded from memory
// unknown: D loaded from memory
// unknown: E loaded from memory
// unknown: F loaded from memory
// Whatever a thread may find in a shared pointer but what one write says is not followed.
struct Setter {
  __device__ virtual void set(int** where, int* to) { *where = to; }
};
__global__ void by_virtual_call(int* out, int* other) {
  __shared__ unsigned char raw[sizeof(Setter)] __attribute__((aligned(8)));
  __shared__ Setter* setter;
  __shared__ int* p;
  if (threadIdx.x == 0) {
    setter = new (raw) Setter;
    p = out;
  }
  __syncthreads();
  if (threadIdx.x == 0) setter->set(&p, other);
  __syncthreads();
  p[blockIdx.x * blockDim.x + threadIdx.x] = 1; /*A*/
}

struct Pair {
  int *a, *b;
};
__global__ void by_copy(int* out, int* other) {
  __shared__ Pair p, q;
  if (threadIdx.x == 0) {
    p.a = q.b = out;
    p.b = q.a = other;
  }
  __syncthreads();
  if (threadIdx.x == 0) p = q;
  __syncthreads();
  p.a[blockIdx.x * blockDim.x + threadIdx.x] = 1; /*B*/
}

__global__ void by_index(int* out, int* other) {
  __shared__ int* p[4];
  if (threadIdx.x == 0) p[0] = out;
  if (threadIdx.x < 4) p[threadIdx.x] = other;
  __syncthreads();
  p[0][blockIdx.x * blockDim.x + threadIdx.x] = 1; /*C*/
}

__global__ void by_bytes(int* out) {
  __shared__ int* p;
  if (threadIdx.x == 0) p = out;
  __syncthreads();
  if (threadIdx.x == 1) reinterpret_cast<unsigned*>(&p)[0] += 16;
  __syncthreads();
  p[blockIdx.x * blockDim.x + threadIdx.x] = 1; /*D*/
}

__global__ void by_each_thread(int* out, int n) {
  __shared__ int* p;
  if (threadIdx.x == n) p = out + threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = 1; /*E*/
}

__global__ void through_each_other(int* out, int* other) {
  __shared__ Pair p;
  __shared__ Pair* at;
  __shared__ int* x;
  if (threadIdx.x == 0) {
    p.a = out;
    at = &p;
    x = other;
  }
  __syncthreads();
  if (threadIdx.x == 1) at->a = x;
  __syncthreads();
  p.a[blockIdx.x * blockDim.x + threadIdx.x] = 1; /*F*/
}
