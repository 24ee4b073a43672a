// What a destructor does is not followed: of a base class, of a part, defined elsewhere, of an
// object without a name.
// expect: unknown
// flags: --block 64
// unknown: A destructor
// unknown: B destructor
// unknown: C destructor
// unknown: D destructor
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
  Derived d; /*A*/
  d.at = t;
  Holder h; /*B*/
  h.mark.at = t;
  Elsewhere e; /*C*/
  e.at = t;
  Mark{t}; /*D*/
  s[t] = t;
}
