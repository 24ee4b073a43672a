// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
__global__ void turn(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t; /*A*/
  
  typeof(s[0]) v = s[t ^ 1]; /*A*/
  __syncthreads();
  out[blockIdx.x * 64 + t] = v;
}
