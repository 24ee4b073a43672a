// expect: unknown
// unknown: A has several dimensions
__device__ int bin[64][64];
__global__ void mark(int* out) {
  __requires("forall i: bin[i] < 16"); /*A*/
  out[16 * threadIdx.x + bin[0][threadIdx.x]] = 1;
}
