// expect: verified
// flags: --block 32 --grid 1
// The numbers of a table in the file are known, whatever the index is.
__constant__ const int start[4] = {0, 32, 64, 96};
__global__ void fill(int* out, int which) {
  out[start[which & 3] + threadIdx.x] = threadIdx.x;
  out[start[threadIdx.x % 4] + 128 + threadIdx.x] = 1;
}
