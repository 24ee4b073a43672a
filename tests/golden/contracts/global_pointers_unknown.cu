// expect: unknown
// unknown: A integers that a launch finds
// Of which of several rows is not said.
__device__ int* rows[4];
__global__ void scatter(int* out, int n) {
  __requires(distinct(rows[1])); /*A*/
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = rows[0][i];
}
