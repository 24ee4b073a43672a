// expect: verified
template <int BLOCK> __device__ int cell(int r, int c) { return r * BLOCK + c; }
template <typename T, int BLOCK> __global__ void fill(T* out, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[cell<BLOCK>(0, i)] = T(1);
}
void run(float* out, int n) { fill<float, 128><<<(n + 127) / 128, 128>>>(out, n); }
