// expect: unknown
// unknown: A 'Three', which does not compile: 'begin', whose declaration
struct Three {
  int of[3];
  __device__ const int* begin() const { return of; }
  __device__ const int* end() const { return of + 3; }
};
missing_t begin(missing_t x);
__global__ void k(float* a, /*A*/ Three three) {
  for (int x : three.of)
    a[threadIdx.x] = x;
}
