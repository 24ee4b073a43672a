// expect: unknown
// flags: --bit-precise --block 64 --grid 1
// unknown: U may overflow int
__global__ void positive(unsigned n) {
  __assert(n == n && static_cast<int>(n) >= 0); /*U*/
}
