// expect: verified
// assumes: blockDim = (128, 1, 1)
// Some editors format launches so, and nvcc takes them.
#include <vector>

template <class T> struct Matrix;
template <class T> Matrix<T>& operator<< (Matrix<T>& to, int value);
template <class T> struct Matrix {
  std::vector<std::vector<T> > rows;
  friend Matrix& operator<< <T> (Matrix& to, int value);
};

template <int N> __global__ void reverse(int* a) {
  __shared__ int s[N];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * N + t];
  __syncthreads();
  a[blockIdx.x * N + t] = s[N - 1 - t];
}
void run(int* a, int blocks) {
  dim3 block(128);
  reverse<128> << <blocks, block >> > (a);
  reverse<128> <<<blocks, block>> >(a);
  reverse<128><< <(blocks >> 1), block >>>(a);
}
