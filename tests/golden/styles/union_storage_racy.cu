// expect: refuted
// finding: race confirmed error A B
//
// One storage for two phases, without a barrier between them.
template <int N> struct Storage {
  union {
    float f[N];
    int i[N];
  } u;
};
template <int N> __global__ void two_phases(int *out) {
  __shared__ Storage<N> s;
  s.u.f[threadIdx.x] = 1.f;
  __syncthreads();
  float x = s.u.f[N - 1 - threadIdx.x]; /*A*/
  s.u.i[threadIdx.x] = x;               /*B*/
  __syncthreads();
  out[blockIdx.x * N + threadIdx.x] = s.u.i[(threadIdx.x + 1) % N];
}
void host(int *p) { two_phases<128><<<4, 128>>>(p); }
