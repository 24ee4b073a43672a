// expect: verified
// Constructors and operators that change nothing but their object leave the rest known.
int n = 0;
struct Pair {
  int a, b;
  Pair() : a(1) { b = 2; }
  Pair& operator+=(int by) {
    a += by;
    return *this;
  }
  ~Pair() { b = 0; }
};
Pair operator+(Pair p, int by) {
  p += by;
  return p;
}
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; }

void run(int* v) {
  n = 32;
  {
    Pair p;
    p += 2;
    p = p + 1;
  }
  fill<<<1, n>>>(v);
}
