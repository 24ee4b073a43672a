// expect: refuted
// finding: race any error A
int n = 0;
struct Sink {
  Sink& operator=(int by);
};
Sink& Sink::operator=(int by) {
  n = by;
  return *this;
}
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

void run(int* v) {
  Sink sink;
  n = 32;
  sink = 64;
  fill<<<1, n>>>(v);
}
