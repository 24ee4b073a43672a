// expect: verified
// flags: --block 64
struct Guard {
  int* at;
  __device__ explicit Guard(int* cells) : at(cells) {}
  __device__ ~Guard() { at[threadIdx.x] = threadIdx.x; }
};
__global__ void store() {
  __shared__ int s[130];
  Guard(s + 0);
  s[threadIdx.x + 65] = 1;
}
