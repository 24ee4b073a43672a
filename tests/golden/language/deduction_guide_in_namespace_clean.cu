// expect: verified
// flags: --block 8 --grid 1
// A deduction guide is for both sides, also for what follows it in its own namespace.
namespace ns {
template <class T> struct Cell {
  T v;
  __device__ Cell(T x) : v(x) {}
  __device__ int size() const { return sizeof(T); }
};
Cell(char) -> Cell<long>;
template <class A, class B> struct Two {
  A a;
  B b;
};
template <class A, class B> Two(A, B) -> Two<A, B>;
__global__ void guided(int* out) {
  int t = threadIdx.x;
  __assert(Cell('a').size() == 8 && Cell(t).size() == 4);
  out[Two{t, 'a'}.a] = t;
}
} // namespace ns
