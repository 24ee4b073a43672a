// expect: unknown
// flags: --block 32
// unknown: L a kernel that the device launches is not followed: it runs beside this one
// unknown: M a kernel that the device launches is not followed: it runs beside this one
// The child's grid writes what the other threads of its parent write.
__global__ void child(int *a) { a[threadIdx.x] = threadIdx.x; }
__global__ void parent(int *a) {
  if (threadIdx.x == 0) child<<<1, 32>>>(a); /*L*/
  a[threadIdx.x] = 2;
}
__device__ void spread(int *a) {
  child<<<1, 32>>>(a + 32); /*M*/
}
__global__ void by_function(int *a) {
  spread(a);
  a[threadIdx.x + 32] = 2;
}
