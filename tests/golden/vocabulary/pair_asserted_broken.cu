// expect: refuted
// flags: --block 64
// finding: assertion possible error A
// finding: assertion possible error B
// finding: assertion possible error C
// finding: assertion possible error D
// finding: assertion possible error E
// finding: assertion possible error F
// finding: assertion possible error G
__global__ void uniform_int() { __assert(__uniform_int(threadIdx.x)); /*A*/ }
__global__ void uniform_bool() { __assert(__uniform_bool(threadIdx.x > 3)); /*B*/ }
__global__ void distinct_int() { __assert(__distinct_int(threadIdx.x / 2)); /*C*/ }
__global__ void distinct_bool() { __assert(__distinct_bool(threadIdx.x > 3)); /*D*/ }
__global__ void other_int() { __assert(__other_int(threadIdx.x) > 2); /*E*/ }
__global__ void other_bool() { __assert(__other_bool(threadIdx.x > 3)); /*F*/ }
__device__ int next(int x) {
  __requires(__distinct_int(x)); /*G*/
  return x + 1;
}
__global__ void required(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = next(threadIdx.x / 2); }
