// expect: verified
namespace far { namespace away {
__device__ int index(int i) { return i; }
} }
namespace near {
__device__ int index(int i) { return 0; }
}
namespace there = far::away;
__global__ void local_alias(int* out, int n) {
  namespace fa = far::away;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[fa::index(i)] = i;
}
__global__ void global_alias(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[there::index(i)] = i;
}
