// expect: verified
// The launch fixes the block: 16 * 16 cells are enough.
__global__ void fill(int* out) {
  __shared__ int s[16][16];
  s[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  int i = blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x;
  out[i] = s[threadIdx.x][threadIdx.y];
}
int main() {
  int* out = 0;
  dim3 grid(64);
  dim3 block(16, 16);
  fill<<<grid, block>>>(out);
  return 0;
}
