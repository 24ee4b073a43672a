// expect: verified
// assumes: stride == 4
// An element of another array is written, and a number that is not handed on.
#include <cstdio>
__global__ void rows(int* v, int stride) { v[threadIdx.x * stride] = threadIdx.x; }
void choose(int* stride);
void run(int* v, int i) {
  int strides[2] = {4, 4}, others[2] = {4, 4};
  scanf("%d", &others[i]);
  choose(&others[i]);
  rows<<<1, 32>>>(v, strides[0]);
}
