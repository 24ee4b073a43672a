// expect: refuted
// finding: race confirmed error A
// The strides of the loop are 3, 6, 12, ..
__global__ void spread(int* v, int stride) {
  const int t = threadIdx.x;
  v[2 * t - (t & (stride - 1))] = t; /*A*/
}

void run(int* v) {
  for (int stride = 3; stride <= 64; stride <<= 1)
    spread<<<1, 64>>>(v, stride);
}
