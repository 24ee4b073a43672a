// expect: verified
//
// What stands between them makes two locations of them.
struct Flags {
  unsigned a : 4;
  unsigned : 0;
  unsigned b : 12;
  char c;
  unsigned d : 3;
};
__global__ void k(Flags *f) {
  if (threadIdx.x == 0)
    f->a = 1;
  else if (threadIdx.x == 1)
    f->b = 2;
  else if (threadIdx.x == 2)
    f->c = 3;
  else if (threadIdx.x == 3)
    f->d = 4;
}
void host(Flags *f) { k<<<1, 32>>>(f); }
