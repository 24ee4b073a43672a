// expect: refuted
// finding: race any error A A
// The index has passed through shared memory and a barrier.
__global__ void swap(int* out) {
  __shared__ int s[1025];
  int t = threadIdx.x;
  s[t] = t / 2;
  __syncthreads();
  out[s[t]] = t; /*A*/
}
