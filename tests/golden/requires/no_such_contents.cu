// expect: refuted
// flags: --infer-requires --block 4 --grid 1
// finding: race confirmed error A A
// That the elements are 0 or 1 is said; that all of them differ, which any two can, would leave none.
__global__ void scatter(int* out, const int* place) {
  __requires(range(place, 0, 2));
  int i = threadIdx.x;
  out[place[i]] = i; /*A*/
}
