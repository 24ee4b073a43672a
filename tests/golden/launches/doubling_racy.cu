// expect: refuted
// finding: race confirmed error A
// more: yes
// stride starts at 0.
__global__ void step(float* v, int stride, int n) {
  const int i = threadIdx.x;
  if (i < n) v[i * stride] = i; /*A*/
}
void run(float* v, int n) {
  for (int stride = 0; stride < n; stride *= 2)
    step<<<1, 64>>>(v, stride, n);
}
