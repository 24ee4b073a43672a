// expect: unknown
// flags: --bit-precise --block 64 --grid 1
// unknown: A may overflow int
// i += 64 passes the greatest int when n is near to it.
__global__ void fill(int* a, int n) {
  for (int i = threadIdx.x; i < n; i += 64) /*A*/
    a[i] = 0;
}
