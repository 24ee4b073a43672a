// expect: refuted
// finding: race confirmed error A B
// All dynamic shared arrays start at the same address.
extern __shared__ int first[];
extern __shared__ float second[];
__global__ void twins(int* out) {
  int t = threadIdx.x;
  first[t] = t; /*A*/
  out[blockIdx.x * blockDim.x + t] = second[blockDim.x - 1 - t]; /*B*/
}
