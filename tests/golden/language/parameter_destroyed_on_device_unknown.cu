// expect: unknown
// flags: --block 64
// unknown: A a kernel's parameter with a destructor
// Whether it is run on the device, and by whom, CUDA leaves open.
struct Counter {
  int* count;
  __host__ __device__ ~Counter() { *count += 1; }
};

__global__ void keep(Counter counter /*A*/, float* out) {
  out[blockIdx.x * 64 + threadIdx.x] = 0;
}
