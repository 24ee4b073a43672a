// expect: verified
// The kernel takes back what the launch adds.
__global__ void scale(float* out, const float* in) {
  in -= 1;
  out[threadIdx.x] = in[threadIdx.x] * 2;
}

void run(float* d) { scale<<<1, 32>>>(d, d + 1); }
