// expect: unknown
// flags: --block 32 --grid 1
// unknown: A relates two threads
// All arrays `extern __shared__` begin at the same place.
extern __shared__ float a[];
extern __shared__ float b[];
__global__ void kernel(float* v) {
  a[threadIdx.x] = v[threadIdx.x];
  __assert(__no_write(b)); /*A*/
}
