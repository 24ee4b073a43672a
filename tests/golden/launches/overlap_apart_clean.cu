// expect: verified
// Parts of one allocation that do not overlap, each launch with its own distance; of `d + n` it is
// assumed that it is another array, as of all other pointers.
__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x];
  out[threadIdx.x] = v;
}

void run(float* d, float* e, int n) {
  shift<<<1, 32>>>(d, &d[0]);
  shift<<<1, 32>>>(d, d + 32);
  float* far = d + 64;
  shift<<<1, 64>>>(far, d);
  shift<<<1, 64>>>(d, e);
  shift<<<1, 64>>>(d, d + n);
}
