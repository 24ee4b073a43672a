// expect: verified
// stride starts at 1 and doubles.
__global__ void step(float* v, int stride, int n) {
  const int i = threadIdx.x;
  if (i < n) v[i * stride] = i; /*A*/
}
void run(float* v, int n) {
  for (int stride = 1; stride < n; stride *= 2)
    step<<<1, 64>>>(v, stride, n);
}
