// expect: verified
// flags: --infer-requires
// under: forall i: count[i] <= most
// The launch says what `most` is, and rows are that long: neither the threads of a block nor a
// number of bytes bound what each row has.
__global__ void fill(int most, const int *count, float *out) {
  for (int k = threadIdx.x; k < count[blockIdx.x]; k += blockDim.x)
    out[blockIdx.x * most + k] = k;
}
void host(int rows, const int *count, float *out) { fill<<<rows, 512>>>(6000, count, out); }
