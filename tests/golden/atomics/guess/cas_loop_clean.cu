// expect: verified
// finding: racy-guess confirmed warning R C
// finding: racy-guess confirmed warning S D
// The CUDA programming guide's own atomicAdd of doubles, and its kin: what is read first is only a
// guess, which atomicCAS checks.
__device__ double add(double *address, double value) {
  unsigned long long int *cell = (unsigned long long int *)address;
  unsigned long long int old = *cell, assumed; /*R*/
  do {
    assumed = old;
    old = atomicCAS(cell, assumed, __double_as_longlong(value + __longlong_as_double(assumed))); /*C*/
  } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ float most(float *address, float value) {
  int *cell = (int *)address;
  int old = *cell, assumed; /*S*/
  do {
    assumed = old;
    old = atomicCAS(cell, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed)))); /*D*/
  } while (assumed != old);
  return __int_as_float(old);
}
__global__ void sums(double *sum, const double *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) add(&sum[i % 7], in[i]);
}
__global__ void maxima(float *top, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) most(&top[i % 7], in[i]);
}
