// expect: verified
// assumes: blockDim.x == g.A.columns.v
// A view that a constructor makes of its arguments, with a member that a function elsewhere fills: what the other members
// are given is still known.
#include <cstddef>

struct length {
  size_t v;
  __host__ __device__ length(const size_t& n) : v(n) {}
  __host__ __device__ operator size_t() const { return v; }
};

struct map {
  unsigned long long bits[16];
};
void encode(map* to, const float* p, int columns);

struct maps {
  map first;
  maps() {}
  maps(const maps& other) : first(other.first) {}
  maps(float* p, int columns) { encode(&first, p, columns); }
};

struct view {
  float* p;
  length columns;
  maps encoded;
  view(float* start, size_t n) : p(start), columns(n) { encoded = maps(p, columns); }
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
