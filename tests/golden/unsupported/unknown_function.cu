// expect: unknown
// unknown: A store_somewhere
extern __device__ void store_somewhere(int* p, int v);
__global__ void call(int* out) {
  store_somewhere(out, threadIdx.x); /*A*/
}
