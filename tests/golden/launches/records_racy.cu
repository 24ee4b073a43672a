// What a record is copied over is gone, arrays in it included, and what a lambda does to its object
// is seen: none of these sizes is 64.
// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// finding: race confirmed error C
// finding: race confirmed error D
// finding: race confirmed error E
// more: yes
#include <utility>
struct Shape {
  int rank, sizes[3];
};
struct Task {
  Shape shape;
  int steps;
};
struct Counter {
  int n;
  void set_at_once() {
    [&] { n = 8; }();
  }
  void set_by_name() {
    auto set = [this] { n = 8; };
    set();
  }
};
__global__ void assigned(int* a, int n) { a[threadIdx.x % n] = threadIdx.x; } /*A*/
__global__ void inside(int* a, int n) { a[threadIdx.x % n] = threadIdx.x; }   /*B*/
__global__ void swapped(int* a, int n) { a[threadIdx.x % n] = threadIdx.x; }  /*C*/
__global__ void at_once(int* a, int n) { a[threadIdx.x % n] = threadIdx.x; }  /*D*/
__global__ void by_name(int* a, int n) { a[threadIdx.x % n] = threadIdx.x; }  /*E*/
void assign(int* a, Task one, Task other) {
  if (one.shape.sizes[0] != 64) return;
  one = other;
  assigned<<<1, 64>>>(a, one.shape.sizes[0]);
}
void assign_inside(int* a, Task one, Shape other) {
  if (one.shape.sizes[0] != 64) return;
  one.shape = other;
  inside<<<1, 64>>>(a, one.shape.sizes[0]);
}
void swap(int* a, Shape one, Shape other) {
  if (one.sizes[0] != 64) return;
  std::swap(one, other);
  swapped<<<1, 64>>>(a, one.sizes[0]);
}
void count_at_once(int* a) {
  Counter c{64};
  c.set_at_once();
  at_once<<<1, 64>>>(a, c.n);
}
void count_by_name(int* a) {
  Counter c{64};
  c.set_by_name();
  by_name<<<1, 64>>>(a, c.n);
}
