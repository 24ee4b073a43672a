// expect: unknown
// flags: --block 64
// unknown: A
// unknown: B
// unknown: C
// unknown: D
// unknown: E
// unknown: F
// unknown: G
// unknown: H
// Words that are not known: the kernel is unknown at their place.
__global__ void snapshot(int* out, int n, float4 v) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  __array_snapshot(s, out); /*A*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void invariant(int* out, int n, float4 v) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  __barrier_invariant_1(s[0] == 1, 0); /*B*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void binary(int* out, int n, float4 v) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  __barrier_invariant_binary_1(s[0] == 1, 0, 1); /*C*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void products(int* out, int n, float4 v) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  __assert(__mul_noovfl(n, 2) > n); /*D*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void signed_products(int* out, int n, float4 v) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  __assert(__mul_noovfl_signed(n, 2) > n); /*E*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void unsigned_products(int* out, int n, float4 v) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  __assert(__mul_noovfl_unsigned(n, 2) > n); /*F*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void choice(int* out, int n, float4 v) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  __assert(__ite_int(n > 1, 2, 3) < 4); /*G*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void vectors(int* out, int n, float4 v) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  float4 w = v + v; __assert(w.x > 0); /*H*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
