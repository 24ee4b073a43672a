// expect: refuted
// flags: --grid 300 --block 64
// finding: race confirmed error A B
// more: yes
// How many rows a block adds stands in memory, and most numbers there take a run too long; where two
// blocks are given one place, a few rows show it.
__global__ void sum_rows(float4 *out, const int *rows_of, const int *place_of, const float *in,
                         int width) {
  int rows = rows_of[blockIdx.x], place = place_of[blockIdx.x];
  int lane = threadIdx.x;
  if (lane >= rows) return;
  float4 sum = out[place + lane]; /*A*/
  for (int row = lane; row < rows; ++row)
    sum.x += reinterpret_cast<const float4 *>(in + row * width * 4)->x;
  out[place + lane] = sum; /*B*/
}
