// expect: refuted
// finding: race confirmed error A B
__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}

struct Buffers {
  float *front, *back;
};

void run(Buffers b, int n) {
  for (int i = 0; i < n; ++i)
    b.front = b.back;
  shift<<<1, 32>>>(b.front, b.back);
}
