// expect: refuted
// finding: race possible error A A
// finding: race confirmed error B B
// more: yes
// Nobody launches these instances: that they race is no proof. A type alone decides no such thing.
template <int TILE> __global__ void rows(int n, float* c) {
  const int row = threadIdx.x / TILE, col = threadIdx.x % TILE;
  c[row * n + col] += 1.0f; /*A*/
}
template <class T> __global__ void add(T* c) { /*B*/ c[threadIdx.x / 2] += 1; }
