// expect: refuted
// finding: race confirmed error A B
struct Big { int a[300]; };
__global__ void k(int* out) {
  __shared__ Big s;
  if (threadIdx.x == 0) memset(&s, 0, sizeof s); /*A*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = s.a[threadIdx.x]; /*B*/
}
