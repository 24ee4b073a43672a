// expect: verified
// The launch that works in place does not shift.
__global__ void shift(int* out, const int* in, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = in[i + by];
  out[i] = v;
}

void shifted(int* out, const int* in, int g) { shift<<<g, 128>>>(out, in, 1); }
void in_place(int* v, int g) { shift<<<g, 128>>>(v, v, 0); }
