// expect: verified
// flags: --kernel 'rotate<16>'
// No call of this file comes to the launch with 16: whoever does passes 16 as the block's size, not
// the 32 that is passed here.
template <int Size> __global__ void rotate(int* out, const int* in) {
  __shared__ int tile[Size][Size];
  int at = blockIdx.x * Size * Size + threadIdx.y * Size + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[at];
  __syncthreads();
  out[at] = tile[threadIdx.x][threadIdx.y];
}
void run(int* out, const int* in, int blocks, int size) {
  dim3 threads(size, size);
  if (size == 16)
    rotate<16><<<blocks, threads>>>(out, in);
  else
    rotate<32><<<blocks, threads>>>(out, in);
}
int main() {
  int *out, *in;
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&in, 1 << 20);
  run(out, in, 4, 32);
}
