// expect: verified
template <class T> __device__ void put(T* to, T value, int stride = 1, int base = 0) {
  to[base + stride * (blockIdx.x * blockDim.x + threadIdx.x)] = value;
}
__global__ void fill(float* v, int* w) {
  put(v, 1.0f);
  put(w, 7, 3);
  put(w, 7, 3, 1);
}
