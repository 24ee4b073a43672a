// One member is replaced by the other, which stays what it was.
// expect: refuted
// finding: race confirmed error A B
__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}

struct Buffers {
  float *front, *back;
};

void run(Buffers b, int turn) {
  switch (turn) {
  case 1:
    b.front = b.back;
    break;
  default:
    break;
  }
  shift<<<1, 32>>>(b.front, b.back);
}
