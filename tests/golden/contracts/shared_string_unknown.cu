// expect: unknown
// unknown: A not known here
// Shared memory holds nothing when a kernel starts.
__shared__ int perm[64];
__global__ void scatter(int* out) {
  __requires("distinct(perm)"); /*A*/
  perm[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = 1;
}
