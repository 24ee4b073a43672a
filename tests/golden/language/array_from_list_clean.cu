// expect: verified
// flags: --block 8 --grid 1
// An array of structs that is initialised from a list, with what is left out of it.
struct Pair {
  int a;
  short b;
};
__global__ void lists(int* out) {
  int t = threadIdx.x;
  int own[4] = {3, 5, 8};
  Pair pairs[2] = {{1, 2}, {3}};
  pairs[1].a += t;
  __assert(own[2] == 8 && own[3] == 0);
  __assert(pairs[0].b == 2 && pairs[1].b == 0 && pairs[1].a == 3 + t);
  out[t * own[2]] = t;
}
