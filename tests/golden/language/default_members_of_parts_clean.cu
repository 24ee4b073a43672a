// expect: verified
// flags: --block 64
// Bases and members bring their default initialisers and constructors; an initialiser may name
// members before it, not the variables of the function around.
struct Base { int width = 3; };
struct Part {
  int size;
  __device__ Part() : size(4) {}
};
struct Whole : Base { int height = width * 2; };
struct Built {
  Part part;
  int other;
  __device__ explicit Built(int n) : other(n) {}
};

__global__ void fill(int* out) {
  int width = 10;
  Whole whole{};
  Whole plain;
  Built built(width);
  bool right = whole.width == 3 && whole.height == 6 && plain.width == 3 && built.part.size == 4;
  if (!right) out[0] = threadIdx.x;
}
