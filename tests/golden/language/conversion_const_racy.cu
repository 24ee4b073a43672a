// expect: refuted
// finding: race confirmed error A B
// flags: --block 64
// Shared memory through a class: the operator for what may be written, not the one for constants.
template <class T>
struct SharedMemory {
  __device__ inline operator T*() {
    extern __shared__ int memory[];
    return (T*)memory;
  }
  __device__ inline operator const T*() const {
    extern __shared__ int memory[];
    return (T*)memory + 1;
  }
};
struct Width {
  __device__ operator unsigned int() const { return 64; }
};

template <class T>
__global__ void turn(T* g) {
  T* s = SharedMemory<T>();
  unsigned width = Width();
  s[threadIdx.x] = g[threadIdx.x]; /*A*/
  g[threadIdx.x] = s[width - 1 - threadIdx.x]; /*B*/
}
