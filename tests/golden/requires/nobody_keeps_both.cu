// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// finding: divergence confirmed error B
// more: yes
// `n <= 32` rules out one of them, `n % 256 == 0` the other one: no launch that does anything keeps both.
__global__ void gather(int* out, int n) {
  __shared__ int s[256];
  for (int i = threadIdx.x; i < n; i += 256) s[i & 31] = i; /*A*/
  for (int i = threadIdx.x; i < n; i += 256) __syncthreads(); /*B*/
  out[blockIdx.x * 256 + threadIdx.x] = s[0];
}
void run(int* out, int blocks, int n) { gather<<<blocks, 256>>>(out, n); }
