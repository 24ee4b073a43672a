// expect: refuted
// finding: race confirmed error A B
// As pointer_behind_global_clean, and one array is read and written.
struct Tables {
  unsigned* first;
  unsigned* second;
  __device__ unsigned at(int i) const { return first[i]; } /*B*/
};
__constant__ Tables* tables;

__global__ void reversed(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) tables->first[i] = tables->at(n - i - 1); /*A*/
}
