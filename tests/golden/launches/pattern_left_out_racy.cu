// expect: refuted
// finding: race any error A A
// A branch that no instance here has may be one of another program.
__global__ void add(int* p) { /*A*/ p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

template <bool B> void host(int* p) {
  if constexpr (B) {
    dim3 g(4, 4);
    add<<<g, 32>>>(p);
  }
}

int main() {
  int* p;
  cudaMalloc(&p, 4096);
  host<false>(p);
}
