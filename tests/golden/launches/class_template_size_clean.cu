// expect: verified
// assumes: blockDim = (128, 1, 1)
template <int B> __global__ void fill(int* out) {
  out[blockIdx.x * B + threadIdx.x] = threadIdx.x;
}

template <int W> struct Launcher {
  static void run(int* out, int n) { fill<W * 32><<<n, W * 32>>>(out); }
};

void f(int* out, int n) { Launcher<4>::run(out, n); }
