// expect: refuted
// finding: race any error A
// More launches than are looked at one by one: the rest is checked with what it has in common.
__global__ void fill(int* out, int stride) {
  out[blockIdx.x * stride + threadIdx.x] = blockIdx.x; /*A*/
}

void run(int* out, int g) {
  fill<<<g, 64>>>(out, 64);
  fill<<<g, 65>>>(out, 65);
  fill<<<g, 66>>>(out, 66);
  fill<<<g, 67>>>(out, 67);
  fill<<<g, 68>>>(out, 68);
  fill<<<g, 69>>>(out, 69);
  fill<<<g, 70>>>(out, 70);
  fill<<<g, 71>>>(out, 71);
  fill<<<g, 72>>>(out, 72);
  fill<<<g, 73>>>(out, 73);
  fill<<<g, 74>>>(out, 74);
  fill<<<g, 75>>>(out, 74);
}
