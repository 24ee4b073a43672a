// expect: refuted
// finding: race any error A B
// finding: race any error C D
// finding: race any error E F
// finding: race confirmed error G G
// more: yes
// One array for two parameters, beside an argument that does not compile; and a stride that such an
// argument may change.
#include <missing/ranks.h>
__global__ void named(float* to, const float* from, int rank, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    to[i] = /*A*/
        from[i + 1] + rank; /*B*/
}
__global__ void called(float* to, const float* from, int rank, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    to[i] = /*C*/
        from[i + 1] + rank; /*D*/
}
__global__ void member(float* to, const float* from, int rank, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    to[i] = /*E*/
        from[i + 1] + rank; /*F*/
}
__global__ void rows(float* v, int rank, int stride) {
  v[threadIdx.x * stride] = threadIdx.x + rank; /*G*/
}
struct Field {
  float* cells;
  int n;
};
void run(float* v, Field& f, int n) {
  float* same = v;
  named<<<4, 256>>>(v, v, RANK_OF_NOBODY, n);
  called<<<4, 256>>>(v, same, rank_of(n), n);
  member<<<4, 256>>>(f.cells, f.cells, missing::rank, f.n);
}
void changed(float* v) {
  int stride = 4;
  rows<<<1, 32>>>(v, next(stride), stride);
}
