// expect: refuted
// finding: race any error A B
// The flag has changed between the two reads: both branches run.
__global__ void split(int* flag) {
  int t = threadIdx.x;
  __shared__ int s[2][1025];
  __shared__ int which;
  if (t == 0) which = flag[blockIdx.x];
  __syncthreads();
  int before = which;
  __syncthreads();
  if (t == 0) which = 3;
  __syncthreads();
  if (before == 1 && which == 3) {
    s[0][t] = 1;     /*A*/
    s[0][t + 1] = 2; /*B*/
  }
}
