// expect: refuted
// finding: race confirmed error W W
// The function elsewhere may change the length, which it is given the address of.
#include <cstddef>

struct length {
  size_t v;
  __host__ __device__ length(const size_t& n) : v(n) {}
  __host__ __device__ operator size_t() const { return v; }
};

struct map {
  unsigned long long bits[16];
};
void encode(map* to, size_t* columns);

struct maps {
  map first;
  maps() {}
  maps(const maps& other) : first(other.first) {}
  maps(size_t* columns) { encode(&first, columns); }
};

struct view {
  float* p;
  length columns;
  maps encoded;
  view(float* start, size_t n) : p(start), columns(n) { encoded = maps(&columns.v); }
  __host__ __device__ view(const view& o) : p(o.p), columns(o.columns), encoded(o.encoded) {}
};

struct arguments {
  view A;
  int n;
};

__global__ void fill(const __grid_constant__ arguments g) {
  g.A.p[blockIdx.x * g.A.columns + threadIdx.x] = static_cast<float>(threadIdx.x); /*W*/
}

void run(float* a, size_t n) {
  view rows{a, n};
  arguments g{rows, static_cast<int>(n)};
  fill<<<4, n>>>(g);
}
