// expect: verified
// flags: --block 256
// The Gray code of a number, which no other has.
__global__ void permute(int* out, const int* in) {
  unsigned i = threadIdx.x;
  out[blockIdx.x * 256 + (i ^ (i >> 1))] = in[blockIdx.x * 256 + i];
}
