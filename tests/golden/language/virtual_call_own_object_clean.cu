// expect: verified
// flags: --block 8 --grid 1
// Virtual calls on objects of the thread's own, through bases, with a virtual base and a class that is
// still being made: the constructor of a base calls its own function.
struct Shape {
  int x = 5, made;
  __device__ Shape() : made(area()) {}
  __device__ virtual int area() const { return 100; }
};
struct Square : virtual Shape {
  __device__ int area() const override { return x * x; }
};
struct Named {
  int z = 7;
  __device__ virtual int name() { return z; }
};
struct Both : Named, Square {
  __device__ int area() const override { return x + 1; }
  __device__ int name() override { return z + x; }
};
__device__ int call(const Shape& s) { return s.area(); }
__global__ void shapes(int* out) {
  int t = threadIdx.x;
  Square square;
  Both both;
  square.x = t;
  both.x = t;
  __assert(square.made == 100 && call(square) == t * t);
  Named* named = &both;
  __assert(named->name() == t + 7);
  __assert(static_cast<Shape&>(both).area() == t + 1);
  out[call(both)] = t;
}
