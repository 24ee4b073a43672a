// `++c` calls the operator alone: nothing of the object is read by it.
// expect: verified
// flags: --block 256
struct Index {
  int at;
  __device__ Index& operator++() {
    at += 256;
    return *this;
  }
  __device__ Index operator++(int) {
    Index old = *this;
    at += 512;
    return old;
  }
};
struct Counter {
  int count;
  __device__ void operator++() { atomicAdd(&count, 1); }
  __device__ void operator--(int) { atomicSub(&count, 1); }
};
__global__ void steps(int* out) {
  __shared__ int s[1024];
  __shared__ Counter c;
  Index i{(int)threadIdx.x};
  s[i++.at] = 1;
  s[i.at] = threadIdx.x;
  s[(++i).at] = 2;
  ++c;
  c--;
}
