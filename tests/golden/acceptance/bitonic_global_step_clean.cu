// expect: verified
// One step of the sort in global memory; j and k come from the host.
__global__ void bitonic_step(float* values, int j, int k) {
  __requires(gridDim.x <= 65535);
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  unsigned ixj = i ^ j;
  if (ixj > i) {
    if ((i & k) == 0) {
      if (values[i] > values[ixj]) {
        float tmp = values[i];
        values[i] = values[ixj];
        values[ixj] = tmp;
      }
    }
    if ((i & k) != 0) {
      if (values[i] < values[ixj]) {
        float tmp = values[i];
        values[i] = values[ixj];
        values[ixj] = tmp;
      }
    }
  }
}
