// Objects that others point to: members, variables of the file and containers keep the addresses.
// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// finding: race confirmed error C
// finding: race confirmed error D
// finding: race confirmed error E
// finding: race confirmed error F
// finding: race confirmed error G
// finding: race confirmed error H
#include <vector>
__global__ void by_member(int* a) { a[threadIdx.x] = blockIdx.x; } /*A*/
__global__ void by_file(int* a) { a[threadIdx.x] = blockIdx.x; } /*B*/
__global__ void by_table(int* a) { a[threadIdx.x] = blockIdx.x; } /*C*/
__global__ void by_vector(int* a) { a[threadIdx.x] = blockIdx.x; } /*D*/
__global__ void by_list(int* a) { a[threadIdx.x] = blockIdx.x; } /*E*/
__global__ void by_constructor(int* a) { a[threadIdx.x] = blockIdx.x; } /*F*/
__global__ void by_default(int* a) { a[threadIdx.x] = blockIdx.x; } /*G*/
__global__ void by_reference(int* a) { a[threadIdx.x] = blockIdx.x; } /*H*/
struct Own {
  int grid = 1;
  int* at = &grid;
  void go(int* a) {
    grid = 1;
    *at = 2;
    by_member<<<grid, 32>>>(a);
  }
};
struct Config {
  int grid = 1;
};
Config config, listed, bound;
Config* of_file = &config;
Config* table[] = {&listed};
int& grid_of_file = bound.grid;
struct List {
  int* items[4];
  int count = 0;
  void push_back(int* const& item) { items[count++] = item; }
};
struct Registered {
  int grid = 1;
  static Registered* last;
  Registered() { last = this; }
};
Registered* Registered::last;
int global_grid = 1;
void enlarge(int& grid = global_grid) { grid = 2; }
int main() {
  int* a;
  cudaMalloc(&a, 64 * sizeof(int));
  Own own;
  own.go(a);
  config.grid = 1;
  of_file->grid = 2;
  by_file<<<config.grid, 32>>>(a);
  listed.grid = 1;
  table[0]->grid = 2;
  by_table<<<listed.grid, 32>>>(a);
  int in_vector = 1;
  std::vector<int*> vector;
  vector.push_back(&in_vector);
  *vector[0] = 2;
  by_vector<<<in_vector, 32>>>(a);
  int in_list = 1;
  List list;
  list.push_back(&in_list);
  *list.items[0] = 2;
  by_list<<<in_list, 32>>>(a);
  Registered one;
  one.grid = 1;
  Registered::last->grid = 2;
  by_constructor<<<one.grid, 32>>>(a);
  global_grid = 1;
  enlarge();
  by_default<<<global_grid, 32>>>(a);
  bound.grid = 1;
  grid_of_file = 2;
  by_reference<<<bound.grid, 32>>>(a);
}
