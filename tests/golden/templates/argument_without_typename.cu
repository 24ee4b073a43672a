// expect: refuted
// finding: race confirmed error A A
// An argument of a function that is a type of a template's parameter wants a `typename`, which nvcc
// does not ask for.
struct Words {
  using Tile = int[64];
  static constexpr int count = 2;
};
struct Bytes {
  using Tile = char[64];
  static constexpr int count = 4;
};

struct Allocator {
  char* at;
  template <int alignment, class T, unsigned... counts> __device__ T& allocate() {
    at += alignment - 1 - (reinterpret_cast<unsigned long>(at) + alignment - 1) % alignment;
    return allocate<T, counts...>();
  }
  template <class T, unsigned... counts> __device__ T& allocate() {
    T* p = reinterpret_cast<T*>(at);
    at += sizeof(T) * (counts * ... * 1);
    return *p;
  }
};
template <class T> __device__ unsigned size() { return sizeof(T); }
template <class T> __device__ constexpr bool is_small() { return sizeof(T) == 64; }

template <class G> __device__ void fill(int* out) {
  extern __shared__ char memory[];
  Allocator allocator{memory};
  typename G::Tile& a = allocator.allocate<G::Tile, G::count>();
  typename G::Tile& b = allocator.allocate<G::Tile>();
  a[threadIdx.x] = 1;
  b[threadIdx.x] = size<G::Tile>();
  __syncthreads();
  if constexpr (is_small<G::Tile>())
    out[threadIdx.x] = a[63 - threadIdx.x] + b[threadIdx.x];
  else
    out[threadIdx.x / 2] = threadIdx.x; /*A*/
}
__global__ void __launch_bounds__(64) words(int* out) { fill<Words>(out); }
__global__ void __launch_bounds__(64) bytes(int* out) { fill<Bytes>(out); }
