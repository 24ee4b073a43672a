// expect: refuted
// finding: race confirmed error A A
// suggests: width % 4 == 0
// Rows are written in packs of four: the last pack of a row reaches into the next row.
__global__ void rows(float* out, int width) {
  float* row = out + blockIdx.x * width;
  for (int i = threadIdx.x * 4; i < width; i += blockDim.x * 4)
    *(float4*)(row + i) = make_float4(i, blockIdx.x, 0, 0); /*A*/
}
