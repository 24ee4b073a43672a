// expect: verified
// flags: --grid 300 --block 64
// The same where each block has a place of its own.
__global__ void sum_rows(float4 *out, const int *rows_of, const int *place_of, const float *in,
                         int width) {
  __requires("forall i, j: i < j -> place_of[i] + 64 <= place_of[j]");
  int rows = rows_of[blockIdx.x], place = place_of[blockIdx.x];
  int lane = threadIdx.x;
  if (lane >= rows) return;
  float4 sum = out[place + lane];
  for (int row = lane; row < rows; ++row)
    sum.x += reinterpret_cast<const float4 *>(in + row * width * 4)->x;
  out[place + lane] = sum;
}
