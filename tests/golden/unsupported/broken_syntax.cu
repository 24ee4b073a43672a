// expect: error|unknown
__global__ void broken(int* out) {
  out[threadIdx.x = 1;
}
