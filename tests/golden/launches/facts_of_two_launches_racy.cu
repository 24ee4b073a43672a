// expect: refuted
// finding: race any error A
// One launch says that there is one block, the other that blocks are apart: what both say together
// is safe, neither alone is.
__global__ void fill(int* out, int stride, int count) {
  for (int i = 0; i < count; ++i)
    out[blockIdx.x * stride + threadIdx.x * 4 + i] = blockIdx.x + threadIdx.x; /*A*/
}

void one_block(int* out, int g) { fill<<<1, 64>>>(out, 0, 5); }
void apart(int* out, int g) { fill<<<g, 64>>>(out, 128, 4); }
