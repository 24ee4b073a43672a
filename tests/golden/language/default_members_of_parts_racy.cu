// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// The width that a base brings is 0.
struct Base { int width = 0; };
struct Whole : Base { int height = 1; };

__global__ void fill(int* out) {
  Whole whole{};
  out[whole.width * threadIdx.x] = threadIdx.x; /*A*/
}
