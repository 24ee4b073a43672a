// expect: verified
// flags: --block 64 --grid 1 --infer-requires
// under: distinct(perm)
__global__ void scatter(int* out, const int* in, const int* perm) {
  __shared__ int place[64];
  place[threadIdx.x] = perm[threadIdx.x];
  __syncthreads();
  out[place[63 - threadIdx.x]] = in[threadIdx.x];
}
