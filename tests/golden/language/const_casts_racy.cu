// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// Two overloads that differ in const alone, also in what they cast to: neighbours write one cell.
__device__ int& element(int4& v, int i) { return reinterpret_cast<int*>(&v)[i]; }
__device__ int element(const int4& v, int i) { return reinterpret_cast<const int*>(&v)[i]; }

__global__ void pick(int* out) {
  int4 v = make_int4(0, 1, 2, 3);
  element(v, 2) = 5;
  if (element(v, 2) == 5) out[threadIdx.x / 2] = threadIdx.x; /*A*/
}
