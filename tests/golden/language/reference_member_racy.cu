// expect: refuted
// finding: race any error A B
// more: yes
//
// The storage is used again before all have read the last result.
struct Storage {
  int warp[8];
};
struct Reduce {
  Storage &storage;
  __device__ Reduce(Storage &s) : storage(s) {}
  __device__ int of(int v) {
    if (threadIdx.x % 32 == 0) storage.warp[threadIdx.x / 32] = v; /*A*/
    __syncthreads();
    int all = 0;
    for (int i = 0; i < 8; i++) all += storage.warp[i]; /*B*/
    return all;
  }
};
__global__ void twice(int *out, const int *in) {
  __shared__ Storage s;
  int v = in[threadIdx.x];
  v = Reduce(s).of(v);
  v = Reduce(s).of(v + threadIdx.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
void host(int *p, int *q) { twice<<<4, 256>>>(p, q); }
