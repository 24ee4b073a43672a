// expect: verified
// flags: --block 128 --assume "k > 0 && k % 8 == 0"
// The column of a row of any length is permuted by the row: rows are whole groups of eight.
__global__ void stage(int4* out, const int4* in, int k) {
  extern __shared__ int4 s[];
  for (int i = threadIdx.x; i < 64 * k; i += blockDim.x) {
    int row = i / k, column = i % k;
    s[row * k + (column ^ (row % 8))] = in[i];
  }
}
