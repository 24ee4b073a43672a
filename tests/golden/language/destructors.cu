// What a destructor does: of a base class, of a part, defined elsewhere, of an
// object without a name.
// expect: refuted
// more: yes
// flags: --block 64
__shared__ int s[64];
struct Mark {
  int at;
  __device__ ~Mark() { s[(at + 1) % 64] = at; }
};
struct Derived : Mark {};
struct Holder {
  Mark mark;
};
struct Elsewhere {
  int at;
  __device__ ~Elsewhere();
};
__device__ Elsewhere::~Elsewhere() { s[at / 2] = at; }
__global__ void marks(int* out) {
  const int t = threadIdx.x;
  Derived d;
  d.at = t;
  Holder h;
  h.mark.at = t;
  Elsewhere e;
  e.at = t;
  Mark{t};
  s[t] = t;
}
