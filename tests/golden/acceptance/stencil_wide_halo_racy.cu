// expect: refuted
// finding: race confirmed error A B
// One thread too many loads the halo.
constexpr int RADIUS = 3;
__global__ void stencil(const int* in, int* out) {
  extern __shared__ int temp[];
  int g = threadIdx.x + blockIdx.x * blockDim.x;
  int l = threadIdx.x + RADIUS;
  temp[l] = in[g]; /*A*/
  if (threadIdx.x <= RADIUS) {
    temp[l - RADIUS] = 0; /*B*/
    temp[l + blockDim.x] = in[g + blockDim.x];
  }
  __syncthreads();
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[l + offset];
  out[g] = result;
}
