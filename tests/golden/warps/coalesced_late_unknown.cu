// expect: unknown
// unknown: U
// Formed in one iteration, used in the next: who meets whom there is not followed.
__global__ void late(int* out, int n) {
  unsigned mask = 0xffffffff;
  for (int k = 0; k < n; ++k) {
    if (k > threadIdx.x) __syncwarp(mask); /*U*/
    mask = __activemask();
    out[threadIdx.x + blockDim.x * blockIdx.x] = k;
  }
}
