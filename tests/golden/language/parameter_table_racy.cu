// expect: refuted
// finding: race confirmed error A A
// Two elements of the table may be equal.
struct Tables {
  int offsets[20];
};
__global__ void k(Tables t, float *v) {
  v[t.offsets[threadIdx.x]] = threadIdx.x; /*A*/
}
void launch(Tables t, float *v) { k<<<1, 20>>>(t, v); }
