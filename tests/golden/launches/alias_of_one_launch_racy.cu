// expect: refuted
// finding: race confirmed error A B
// Only the last launch works in place.
__global__ void shift(int* out, const int* in, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = in[i + by]; /*A*/
  out[i] = v; /*B*/
}

void none(int* out, const int* in, int g) { shift<<<g, 128>>>(out, in, 1); }
void in_place(int* v, int g) { shift<<<g, 128>>>(v, v, 0); }
void shifted(int* v, int g) { shift<<<g, 64>>>(v, v, 1); }
