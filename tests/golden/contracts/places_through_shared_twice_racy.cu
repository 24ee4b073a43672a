// expect: refuted
// flags: --block 64 --grid 1 --assume "distinct(perm)"
// finding: race any error A A
// One element is copied by two threads each.
__global__ void scatter(int* out, const int* in, const int* perm) {
  __shared__ int place[64];
  place[threadIdx.x] = perm[threadIdx.x / 2];
  __syncthreads();
  out[place[threadIdx.x]] = in[threadIdx.x]; /*A*/
}
