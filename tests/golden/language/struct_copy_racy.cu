// expect: refuted
// finding: race confirmed error A B
// Copying the whole struct reads the field that the neighbour writes.
struct Pair {
  int first, second;
};
__global__ void copy(Pair* out) {
  __shared__ Pair s[1025];
  int t = threadIdx.x;
  s[t + 1].second = t; /*A*/
  Pair mine = s[t];    /*B*/
  out[blockIdx.x * blockDim.x + t] = mine;
}
