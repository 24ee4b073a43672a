// expect: verified
// A branch that no instance here has says nothing of a kernel that another one launches.
__global__ void add(int* p) { p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

template <bool B> void host(int* p) {
  if constexpr (B) {
    dim3 g(4, 4);
    add<<<g, 32>>>(p);
  } else {
    add<<<4, 32>>>(p);
  }
}

int main() {
  int* p;
  cudaMalloc(&p, 4096);
  host<false>(p);
}
