// expect: refuted
// finding: race any error A B
// more: yes
// The loop's condition reads the flag once more after the body has set it.
__global__ void spin(int* out, int n) {
  __shared__ int remaining;
  if (threadIdx.x == 0) remaining = n;
  __syncthreads();
  while (remaining > 0) { /*A*/
    if (threadIdx.x == 0) remaining = remaining - 1; /*B*/
    __syncthreads();
  }
}
