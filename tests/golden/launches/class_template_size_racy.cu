// expect: refuted
// finding: race any error A
// Beside the template's parameter, a constant of the file has the same name.
constexpr int W = 8;

template <int B> __global__ void fill(int* out) {
  out[blockIdx.x * B + threadIdx.x] = threadIdx.x; /*A*/
}

template <int W> struct Launcher {
  static void run(int* out, int n) { fill<W * 32><<<n, 256>>>(out); }
};

void f(int* out, int n) { Launcher<4>::run(out, n); }
