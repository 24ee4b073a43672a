// expect: refuted
// finding: race any error A B
// more: yes
//
// Neighbouring bit-fields are one location.
struct Flags {
  unsigned a : 4;
  unsigned b : 12;
};
__global__ void k(Flags *f) {
  if (threadIdx.x == 0)
    f->a = 1; /*A*/
  else if (threadIdx.x == 1)
    f->b = 2; /*B*/
}
void host(Flags *f) { k<<<1, 32>>>(f); }
