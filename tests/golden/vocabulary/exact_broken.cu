// expect: refuted
// flags: --block 64
// finding: assertion any error A
// finding: assertion any error B
// finding: assertion any error C
// finding: assertion any error D
// finding: assertion any error E
// finding: assertion any error F
// finding: assertion any error G
// finding: assertion any error H
__axiom(gridDim.x <= 1024);
__global__ void axiom(int* out) { __assert(gridDim.x < 1024); /*A*/ }
__global__ void requires_(int* out, int n) {
  __requires(n > 4);
  __assert(n > 5); /*B*/
}
__global__ void assume(int* out, int n) {
  __assume(n < 8);
  __assert(__implies(threadIdx.x == 3, n < 7)); /*C*/
}
__global__ void enabled(int* out) { __assert(!__enabled()); /*D*/ }
__global__ void pow2(int* out, unsigned m) {
  __requires(m > 5 && __is_pow2(m));
  __assert(m == 8); /*E*/
}
__global__ void mod_pow2(int* out) { __assert(__mod_pow2(threadIdx.x, 8) < 7); /*F*/ }
__global__ void sums(int* out, int n) { __assert(__add_noovfl_int(n, 2) == __add_noovfl_int(n, 1)); /*G*/ }
__global__ void offset(int* out) { __assert(__ptr_offset_bytes(out + threadIdx.x) != 20); /*H*/ }
