// expect: verified
// flags: --block 64
template <class T> struct Span {
  T value;
  __device__ int at(int t) { return sizeof(T) == 1 ? t : 64; }
};
template <class T> Span(T) -> Span<char>;
__global__ void store() {
  __shared__ int s[128];
  Span span{5};
  s[span.at(threadIdx.x)] = 1 + threadIdx.x;
}
