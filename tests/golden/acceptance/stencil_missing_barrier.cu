// expect: refuted
// finding: race confirmed error A B
// more: yes
constexpr int RADIUS = 3;
__global__ void stencil(const int* in, int* out) {
  extern __shared__ int temp[];
  int g = threadIdx.x + blockIdx.x * blockDim.x;
  int l = threadIdx.x + RADIUS;
  temp[l] = in[g]; /*A*/
  if (threadIdx.x < RADIUS) {
    temp[l - RADIUS] = in[g - RADIUS];
    temp[l + blockDim.x] = in[g + blockDim.x];
  }
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[l + offset]; /*B*/
  out[g] = result;
}
