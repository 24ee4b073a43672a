// expect: refuted
// finding: race confirmed error S
// flags: --kernel 'rotate<16>'
// As unreached_by_callers_clean, with a tile that is too narrow for who passes 16.
template <int Size> __global__ void rotate(int* out, const int* in) {
  __shared__ int tile[Size][Size / 2];
  int at = blockIdx.x * Size * Size + threadIdx.y * Size + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[at]; /*S*/
  __syncthreads();
  out[at] = tile[threadIdx.x][threadIdx.y / 2];
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
