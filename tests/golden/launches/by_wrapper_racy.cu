// expect: refuted
// finding: race any error A
// What a function does with a kernel that it is given is not followed.
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

template <class K, class... A> void launch(K kernel, dim3 grid, dim3 block, A... a) {
  kernel<<<grid, block>>>(a...);
}

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  fill<<<1, 32>>>(v);
  launch(fill, 1, 64, v);
}
