// expect: unknown
// flags: --block 64
// unknown: A place
// The better function has a type that is not there.
__device__ int place(long t) { return t; }
__device__ int place(int t, Unknown u = {}) { return 0; }
__global__ void store() {
  __shared__ int s[64];
  s[place((int)threadIdx.x)] = threadIdx.x; /*A*/
}
