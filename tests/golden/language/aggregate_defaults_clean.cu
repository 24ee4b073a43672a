// expect: verified
// Parts that a list leaves open have their own initialisers.
struct Stride {
  int x = 1;
  int y = x + 3;
};
struct Layout {
  int first;
  Stride stride;
  Stride more[2];
  int width = 4;
};
__device__ Layout of(int first) { return {first}; }
__global__ void layouts(float* out) {
  const Layout a = {.first = 1, .width = 2};
  Layout b{1, {}, {{2}}};
  const Layout c = of(0);
  Stride row[2];
  const int all = a.width + a.stride.y + b.more[0].y + b.more[1].y + c.width + row[1].y; // 2 4 5 4 4 4
  if (threadIdx.x == all) out[0] = 1;
  if (threadIdx.x == 23) out[0] = 2; 
}
