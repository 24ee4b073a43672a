// expect: verified
// Each call makes another array.
__global__ void shift(float* to, float* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
float* make(int n);
void run(int n) { shift<<<n / 64, 64>>>(make(n), make(n), n); }
