// expect: refuted
// finding: race any error A B
// finding: race any error C D
// finding: race any error E F
// finding: race any error G H
// An array of pointers of which one is written, nobody knows which, has the others still.
template <int N> __global__ void shift(int* to, const int* from) {
  if (N == 0)
    to[threadIdx.x] = /*A*/
        from[threadIdx.x + 1]; /*B*/
  if (N == 1)
    to[threadIdx.x] = /*C*/
        from[threadIdx.x + 1]; /*D*/
  if (N == 2)
    to[threadIdx.x] = /*E*/
        from[threadIdx.x + 1]; /*F*/
  if (N == 3)
    to[threadIdx.x] = /*G*/
        from[threadIdx.x + 1]; /*H*/
}
struct Buffers {
  int *a, *b;
  int sizes[4];
};
void assigned(int* v, int* w, int* u, int i) {
  int* list[2] = {v, w};
  list[i] = u;
  shift<0><<<1, 32>>>(list[0], v);
}
void in_loop(int* v, int* w, int* u, int n) {
  int* list[2] = {v, w};
  for (int i = 0; i < n; ++i)
    list[i % 2] = u;
  shift<1><<<1, 32>>>(list[0], v);
}
void allocated(int* v, int* w, int i) {
  int* list[2] = {v, w};
  cudaMalloc(&list[i], 256);
  shift<2><<<1, 32>>>(list[0], v);
}
void beside(int* v, int* w, int i) {
  Buffers all;
  all.a = v;
  all.b = w;
  all.sizes[i] = 3;
  shift<3><<<1, 32>>>(all.a, v);
}
