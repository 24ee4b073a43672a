// expect: verified
// flags: --infer-requires
// under: n % 256 == 0
// As above without what needs few elements.
__global__ void gather(int* out, int n) {
  __shared__ int s[256];
  for (int i = threadIdx.x; i < n; i += 256) s[i & 255] = i;
  for (int i = threadIdx.x; i < n; i += 256) __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}
void run(int* out, int blocks, int n) { gather<<<blocks, 256>>>(out, n); }
