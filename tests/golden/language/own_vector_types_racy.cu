// expect: refuted
// finding: race confirmed error W R
// flags: --block 64
// A stand-in for where CUDA's headers are not: with them it declares nothing.
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__
struct int2 {
  int x, y;
};
#endif
__global__ void exchange(int2* pairs) {
  const int2 pair = pairs[threadIdx.x + 1]; /*R*/
  pairs[threadIdx.x] = make_int2(pair.y, pair.x); /*W*/
}
