// expect: verified
// flags: --infer-requires
// under: columns >= gridDim.x
// A block writes one row, of which nothing is known, in a column of its own: blocks are apart where
// rows are as long as there are blocks. Four times as much, the bytes of elements, says too much.
__global__ void rank(int columns, const float *keys, int *list) {
  int rank = 0;
  for (int j = 0; j < 7; ++j)
    if (keys[j] < keys[blockIdx.x]) rank += j;
  if (threadIdx.x == 0) list[(size_t)columns * rank + blockIdx.x] = 1 + blockIdx.x;
}
