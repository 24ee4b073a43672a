// expect: verified
// flags: --infer-requires --block 64 --grid 1
// under: distinct(perm) && stride != 0
__global__ void scatter(int* out, int* other, const int* perm, int stride) {
  out[perm[threadIdx.x]] = threadIdx.x;
  other[(int)threadIdx.x * stride] = threadIdx.x;
}
