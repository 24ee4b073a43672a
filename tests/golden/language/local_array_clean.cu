// expect: verified
// Each thread has its own array: no race, whatever the index.
__global__ void locals(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int window[4] = {0, 0, 0, 0};
  for (int k = 0; k < 4; k++) window[k] = in[i + k];
  window[in[i] & 3] = 9;
  out[i] = window[0] + window[3];
}
