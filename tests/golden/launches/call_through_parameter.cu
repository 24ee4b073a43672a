// expect: unknown
// unknown: A not followed
// The launch passes something that is not followed: nothing says that it is null.
__device__ int one(int) { return 1; }
__global__ void kernel(int* p, int (*f)(int)) {
  p[threadIdx.x] = f(1); /*A*/
}
int main() {
  int* p;
  int (*f)(int);
  cudaMalloc(&p, 128);
  cudaMemcpyFromSymbol(&f, one, sizeof f);
  kernel<<<1, 32>>>(p, f);
}
