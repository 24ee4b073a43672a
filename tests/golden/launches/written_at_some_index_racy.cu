// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// finding: race confirmed error C C
// finding: race confirmed error D D
// One element of an array is written, nobody knows which.
#include <cstdio>
template <int N> __global__ void rows(int* v, int stride) {
  if (N == 0) v[threadIdx.x * stride] = threadIdx.x; /*A*/
  if (N == 1) v[threadIdx.x * stride] = threadIdx.x; /*B*/
  if (N == 2) v[threadIdx.x * stride] = threadIdx.x; /*C*/
  if (N == 3) v[threadIdx.x * stride] = threadIdx.x; /*D*/
}
void choose(int* stride);
void library(int* v, int i) {
  int strides[2] = {4, 4};
  scanf("%d", &strides[i]);
  rows<0><<<1, 32>>>(v, strides[0]);
}
void moved(int* v, int i) {
  int strides[2] = {4, 4};
  scanf("%d", strides + i);
  rows<1><<<1, 32>>>(v, strides[0]);
}
void elsewhere(int* v, int i) {
  int strides[2] = {4, 4};
  choose(&strides[i]);
  rows<2><<<1, 32>>>(v, strides[0]);
}
void later(int* v, int i) {
  int strides[2] = {4, 4};
  int* one = strides + i;
  *one = 0;
  rows<3><<<1, 32>>>(v, strides[0]);
}
