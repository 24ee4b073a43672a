// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// finding: race confirmed error B C
// finding: race confirmed error D D
// more: yes
__global__ void rows(float* out) {
  __shared__ float* mine;
  if (threadIdx.x == 0) mine = out + blockIdx.x * blockDim.x;
  __syncthreads();
  mine[threadIdx.x / 2] = threadIdx.x; /*A*/
}

// Nothing orders the reads of the pointer behind the write.
__global__ void early(float* out) {
  __shared__ float* mine;
  if (threadIdx.x == 0) mine = out + blockIdx.x * blockDim.x; /*B*/
  mine[threadIdx.x] = 1.0f;                                   /*C*/
}

struct Visitor {
  __device__ virtual void visit(int* p) { p[threadIdx.x] = 1; }
};
struct First : Visitor {
  __device__ void visit(int* p) override { p[0] = threadIdx.x; } /*D*/
};
__global__ void objects(int* out) {
  __shared__ unsigned char raw[sizeof(First)] __attribute__((aligned(8)));
  __shared__ Visitor* visitor;
  if (threadIdx.x == 0) visitor = new (raw) First;
  __syncthreads();
  visitor->visit(out + blockIdx.x * blockDim.x);
}
