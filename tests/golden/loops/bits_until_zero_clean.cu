// expect: verified
// The same, and every thread has a row of its own.
__global__ void fill(int* v, unsigned bits) {
  int n = 0;
  for (unsigned bit = 1; bit; bit <<= 1) n += (bits & bit) != 0;
  if (blockIdx.x == 0 && n < 33) v[threadIdx.x * 33 + n] = n;
}
