// expect: verified
// Pointers beside what is written are two still, and so are what loops allocate and exchange.
__global__ void shift(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x + 1];
}
struct Buffers {
  int *a, *b;
  int sizes[4];
};
void beside(int* v, int* w, int i) {
  Buffers all;
  all.a = v;
  all.b = w;
  all.sizes[i] = 3;
  shift<<<1, 32>>>(all.a, all.b);
}
void in_loop(int n) {
  int* list[2];
  for (int i = 0; i < 2; ++i)
    cudaMalloc((void**)&list[i], 256);
  for (int i = 0; i < n; ++i) {
    shift<<<1, 32>>>(list[0], list[1]);
    int* first = list[0];
    list[0] = list[1];
    list[1] = first;
  }
}
