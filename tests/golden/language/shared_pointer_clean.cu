// expect: verified
// flags: --block 256
// One thread sets pointers that all threads of its block use behind a barrier: to rows of the
// block's own, to a member that is a pointer itself, to an object with virtual functions.
__global__ void rows(float* out) {
  __shared__ float* mine;
  if (threadIdx.x == 0) mine = out + blockIdx.x * blockDim.x;
  __syncthreads();
  mine[threadIdx.x] = 1.0f;
}

struct Queue {
  int length;
  int* items;
};
__global__ void members(int* out) {
  __shared__ Queue queue;
  __shared__ Queue* shared;
  __shared__ int storage[256];
  if (threadIdx.x == 0) {
    queue.items = storage;
    shared = &queue;
  }
  __syncthreads();
  shared->items[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = shared->items[255 - threadIdx.x];
}

struct Visitor {
  __device__ virtual void visit(int* p) { p[0] = threadIdx.x; }
};
struct Element : Visitor {
  __device__ void visit(int* p) override { p[threadIdx.x] = 1; }
};
__global__ void objects(int* out) {
  __shared__ unsigned char raw[sizeof(Element)] __attribute__((aligned(8)));
  __shared__ Visitor* visitor;
  if (threadIdx.x == 0) visitor = new (raw) Element;
  __syncthreads();
  visitor->visit(out + blockIdx.x * blockDim.x);
}
