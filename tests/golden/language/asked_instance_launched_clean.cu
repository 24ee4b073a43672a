// expect: verified
// flags: --kernel "rows<16>"
// assumes: blockDim = (16, 1, 1)
// The instance that the command line asks for is the one that is launched: what the launch says of
// it is known.
constexpr int width = 16;
template <int N> __global__ void rows(float* v) {
  __shared__ float row[N];
  row[threadIdx.x % N] = v[blockIdx.x * N + threadIdx.x];
  __syncthreads();
  v[blockIdx.x * N + threadIdx.x] = row[N - 1 - threadIdx.x];
}
void run(float* v, int n) { rows<width><<<n, width>>>(v); }
