// expect: unknown
// flags: --block 64
// unknown: A frobnicate
// What it does to the class is not known.
struct [[frobnicate]] Cell {
  int value;
};
__global__ void store() {
  __shared__ Cell s[64]; /*A*/
  s[threadIdx.x].value = threadIdx.x;
}
