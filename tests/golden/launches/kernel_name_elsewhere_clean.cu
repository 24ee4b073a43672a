// expect: verified
// Variables, members, methods and functions that have a kernel's name do not launch it.
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; }

namespace host { void fill(int); }
struct Task {
  float* fill;
  void use(float* p);
  void run() { use(fill); }
};
void use(int fill);
void pass(int fill) { use(fill); }

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  fill<<<1, 32>>>(v);
  Task t;
  t.use(t.fill);
  for (int fill = 0; fill < 3; ++fill) use(fill);
  auto twice = [](int fill) { use(fill); };
  host::fill(2);
  std::fill(v, v + 1, 0);
}
