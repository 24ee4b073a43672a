// expect: verified
// flags: --block 64
// The arguments of the template are those that the constructor says.
template <class T> struct Writer {
  __device__ explicit Writer(T* cells) { cells[threadIdx.x] = 1; }
};
__global__ void fill() {
  __shared__ int s[64];
  Writer first(s + 0);
}
