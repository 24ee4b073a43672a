// expect: verified
// flags: --block 64
// Copies by declaration, by value, into arrays, by auto and by capture run the copy constructor;
// results and references are no copies.
struct Count {
  int copies;
  __device__ explicit Count(int n) : copies(n) {}
  __device__ Count(const Count& other) : copies(other.copies + 1) {}
};
__device__ int by_value(Count c) { return c.copies; }
__device__ int by_reference(const Count& c) { return c.copies; }
__device__ Count made() { return Count(0); }

__global__ void fill(int* out) {
  Count zero(0);
  Count one = zero;
  Count two(one);
  auto also = zero;
  Count in_array[1] = {zero};
  auto captured = [zero]() { return zero.copies; };
  Count result = made();
  bool right = one.copies == 1 && two.copies == 2 && also.copies == 1 && in_array[0].copies == 1 &&
               captured() == 1 && result.copies == 0 && by_value(zero) == 1 && by_reference(zero) == 0;
  if (!right) out[0] = threadIdx.x;
}
