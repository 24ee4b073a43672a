// `i++` and `++i` are different operators of an object.
// expect: refuted
// flags: --block 256
// finding: race confirmed error A B
struct Index {
  int at;
  __device__ Index& operator++() {
    at += 256;
    return *this;
  }
  __device__ Index operator++(int) {
    Index old = *this;
    ++at;
    return old;
  }
};
__global__ void steps(int* out) {
  __shared__ int s[512];
  Index i{(int)threadIdx.x};
  s[i++.at] = 1; /*A*/
  s[i.at] = threadIdx.x; /*B*/
}
