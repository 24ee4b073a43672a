// expect: unknown
// flags: --bit-precise --block 64 --grid 1
// unknown: A may overflow int
// s doubles past the greatest int when n is above 2^30.
__global__ void doubled(int* a, int n) {
  for (int s = 1; s < n; s *= 2) { /*A*/
    if (threadIdx.x == 0) a[s] = s;
    __syncthreads();
  }
}
