// expect: refuted
// flags: --block 64 --grid 1 --assume "distinct(perm)"
// finding: race any error A A
// Of places that no thread has copied there nothing is known.
__global__ void scatter(int* out, const int* in, const int* perm, int n) {
  __shared__ int place[64];
  if (threadIdx.x < n) place[threadIdx.x] = perm[threadIdx.x];
  __syncthreads();
  out[place[threadIdx.x]] = in[threadIdx.x]; /*A*/
}
