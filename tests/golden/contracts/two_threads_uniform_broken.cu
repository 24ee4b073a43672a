// expect: refuted
// flags: --block 64
// finding: assertion possible error A
__global__ void use(int* out, const int* in) {
  int t = threadIdx.x;
  int v = in[t];
  __assert(__uniform_int(v)); /*A*/
  out[t] = v;
}
