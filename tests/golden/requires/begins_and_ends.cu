// expect: verified
// flags: --infer-requires
// under: forall i, j: i != j -> last[i] <= first[j] || last[j] <= first[i]
__global__ void clear(float* cells, const int* first, const int* last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = first[i]; k < last[i]; ++k) cells[k] = i;
}
