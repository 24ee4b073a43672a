// expect: verified
// flags: --block 64 --grid 1
// A pointer to a function that the kernel holds in a variable.
__device__ int own(int i) { return i; }
__device__ void put(int* a, int i) { a[i] = i; }

__global__ void kernel(int* out) {
  auto place = &own;
  auto write = &put;
  write(out, place(threadIdx.x));
}
