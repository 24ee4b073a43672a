// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
struct Guard {
  int* at;
  __device__ explicit Guard(int* cells) : at(cells) {}
  __device__ ~Guard() { at[0] = threadIdx.x; } /*A*/
};
__global__ void store() {
  __shared__ int s[130];
  Guard(s + 0);
  s[threadIdx.x + 65] = 1;
}
