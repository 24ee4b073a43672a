// What is written through pointers that are followed, or to something else, leaves a size known.
// expect: verified
#include <vector>
__global__ void by_member(int* a) { a[threadIdx.x] = blockIdx.x; }
__global__ void by_file(int* a) { a[threadIdx.x] = blockIdx.x; }
__global__ void by_vector(int* a) { a[threadIdx.x] = blockIdx.x; }
__global__ void by_reference(int* a) { a[threadIdx.x] = blockIdx.x; }
struct Own {
  int grid = 2, other = 1;
  void set_to(int& to) { to = 1; }
  void go(int* a) {
    set_to(grid);
    other = 7;
    by_member<<<grid, 32>>>(a);
  }
};
struct Config {
  int grid = 1;
};
Config config, other, bound;
Config* of_file = &other;
int& grid_of_file = bound.grid;
int main() {
  int* a;
  cudaMalloc(&a, 64 * sizeof(int));
  Own own;
  own.go(a);
  config.grid = 1;
  of_file->grid = 2;
  by_file<<<config.grid, 32>>>(a);
  int grid = 1, many = 7;
  std::vector<int*> places;
  places.push_back(&many);
  *places[0] = 2;
  by_vector<<<grid, 32>>>(a);
  grid_of_file = 1;
  by_reference<<<bound.grid, 32>>>(a);
}
