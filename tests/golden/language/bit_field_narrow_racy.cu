// expect: refuted
// finding: race confirmed error A
//
// Four bits: threads 0 and 16 have the same cell.
struct Flags {
  unsigned a : 4;
  unsigned b : 12;
};
__global__ void k(int *out) {
  Flags f;
  f.a = threadIdx.x;
  out[f.a] = threadIdx.x; /*A*/
}
