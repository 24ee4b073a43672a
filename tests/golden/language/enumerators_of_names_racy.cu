// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
constexpr int width = 128;

__global__ void by_local(int* out) {
  constexpr int width = 64;
  enum { stride = width };
  out[blockIdx.x * stride + threadIdx.x] = threadIdx.x; /*A*/
}

template <int W> struct Rows {
  enum { size = 32 * W };
};

template <class R> __global__ void by_class(int* out) {
  out[blockIdx.x * R::size + threadIdx.x] = threadIdx.x; /*B*/
}

void run(int* out, int n) {
  by_local<<<n, 128>>>(out);
  by_class<Rows<4>><<<n, 128>>>(out);
  by_class<Rows<2>><<<n, 128>>>(out);
}
