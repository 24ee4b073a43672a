// expect: unknown
// Ends with a message, not with the stack.
template <class T> struct Endless : Endless<decltype(T::x)> {
  int y;
};
__global__ void store(Endless<int> a, int* out) { out[threadIdx.x] = a.y; }
