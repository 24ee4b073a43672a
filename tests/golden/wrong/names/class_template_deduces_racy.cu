// expect: refuted
// flags: --block 64
// finding: race any error A
// The arguments of the template are those that the constructor says.
template <class T> struct Writer {
  __device__ explicit Writer(T* cells) { cells[0] = threadIdx.x; } /*A*/
};
__global__ void fill() {
  __shared__ int s[65];
  Writer first(s + 0);
  s[threadIdx.x + 1] = 1;
}
