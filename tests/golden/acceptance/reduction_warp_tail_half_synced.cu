// expect: refuted
// finding: race confirmed error B B
// finding: race confirmed error C C
// finding: race confirmed error D D
// finding: race confirmed error E E
// finding: race confirmed error F F
// more: yes
// One meeting per step is too few while all 32 lanes write.
__global__ void reduce(const float* in, float* out) {
  extern __shared__ float d[];
  unsigned t = threadIdx.x;
  d[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  if (t < 32) {
    d[t] += d[t + 32];
    __syncwarp();
    d[t] += d[t + 16]; /*B*/
    __syncwarp();
    d[t] += d[t + 8]; /*C*/
    __syncwarp();
    d[t] += d[t + 4]; /*D*/
    __syncwarp();
    d[t] += d[t + 2]; /*E*/
    __syncwarp();
    d[t] += d[t + 1]; /*F*/
  }
  if (t == 0) out[blockIdx.x] = d[0];
}
