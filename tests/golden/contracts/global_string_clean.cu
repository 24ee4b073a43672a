// expect: verified
// flags: --assume "range(bin, 0, 16)"
// In an option, and in a string by its whole name; constant memory.
namespace rows {
__constant__ int bin[4096];
__device__ unsigned char other[4096];
}
__global__ void mark(int* out, int* second, int n) {
  __requires("forall i: rows::other[i] < 16");
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[16 * i + rows::bin[i]] = i;
  if (i < n) second[16 * i + rows::other[i]] = i;
}
