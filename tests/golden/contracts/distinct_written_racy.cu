// expect: refuted
// flags: --block 64 --assume "distinct(perm)"
// finding: race any error A A
// The contract speaks of the launch; behind the barrier the elements are others.
__global__ void scatter(int* out, int* perm) {
  int t = threadIdx.x;
  perm[t] = t / 2;
  __syncthreads();
  out[perm[t]] = t; /*A*/
}
