// expect: verified
// assumes: blockDim = (32, 32, 1)
// assumes: gridDim = (16, 16, 1)
// The sizes that stand beside an argument that does not compile, and two arrays.
__global__ void rows(float* v, int rank) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  v[j * 512 + i] = rank;
}
__global__ void shift(float* to, const float* from, int rank, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1] + rank;
}
int main() {
  float *v, *other;
  const int width = 512;
  cudaMalloc(&v, 4 * width * width);
  cudaMalloc(&other, 4 * width * width);
  dim3 blocks(width / 32, width / 32);
  rows<<<blocks, dim3(32, 32)>>>(v, rank_of(3));
  shift<<<4, 256>>>(v, other, rank_of(4), 1024);
}
