// expect: refuted
// flags: --block 128 --assume "k > 0 && k % 4 == 0"
// finding: race confirmed error A A
// more: yes
// Half a group at the end of a row: eight rows permute it into the next one.
__global__ void stage(int4* out, const int4* in, int k) {
  extern __shared__ int4 s[];
  for (int i = threadIdx.x; i < 64 * k; i += blockDim.x) {
    int row = i / k, column = i % k;
    s[row * k + (column ^ (row % 8))] = in[i]; /*A*/
  }
}
