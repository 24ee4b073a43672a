// expect: verified
// assumes: gridDim = (1, 1, 1)
// A launch in a branch that is not taken does not count beside one that happens.
constexpr bool debug = false;

__global__ void fill(int* out) { out[threadIdx.x] = blockIdx.x; }

void run(int* out, int n) {
  if (debug) fill<<<n, 64>>>(out);
  fill<<<1, 64>>>(out);
}
