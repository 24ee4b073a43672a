// expect: verified
// What an enumerator is worth may be said by a constant of the function, or by the class's template.
constexpr int width = 1;

__global__ void by_local(int* out) {
  constexpr int width = 64;
  enum { stride = width, twice = 2 * stride };
  out[blockIdx.x * twice + threadIdx.x % stride * 2 + threadIdx.x / stride % 2] = 1 + threadIdx.x;
}

template <int W> struct Rows {
  enum { size = 32 * W, last = size - 1 };
};

template <class R> __global__ void by_class(int* out) {
  out[blockIdx.x * R::size + R::last - threadIdx.x] = threadIdx.x;
}

void run(int* out, int n) {
  by_local<<<n, 128>>>(out);
  by_class<Rows<2>><<<n, 64>>>(out);
  by_class<Rows<4>><<<n, 128>>>(out);
}
