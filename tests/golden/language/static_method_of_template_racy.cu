// expect: refuted
// finding: race confirmed error A
template <int W, int H> struct Window {
  __device__ static void run(int* out, int i) { out[i / W] = i; /*A*/ }
};
template <int W, int H> __global__ void launch(int* out) {
  Window<W, H>::run(out, threadIdx.x);
}
void host(int* out) { launch<4, 2><<<1, 64>>>(out); }
