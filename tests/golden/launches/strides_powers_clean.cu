// expect: verified
// Every stride of the loop is a power of two, so that the mask takes a remainder.
__global__ void spread(int* v, int stride) {
  const int t = threadIdx.x;
  v[2 * t - (t & (stride - 1))] = t;
}

void run(int* v) {
  for (int size = 2; size <= 128; size <<= 1)
    for (int stride = size / 2; stride > 0; stride >>= 1)
      spread<<<1, 64>>>(v, stride);
}
