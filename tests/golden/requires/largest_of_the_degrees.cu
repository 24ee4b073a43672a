// expect: verified
// flags: --infer-requires
// under: forall i: degree[i] <= top
// A row has an element for each degree up to the greatest: the host passes that one, so that none
// being as great as it holds in no launch.
__global__ void fill(float *out, const int *degree, int rows, int top) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows)
    for (int m = 0; m < degree[i] + 1; m++) out[i * (top + 1) + m] = i;
}
void host(float *out, const int *degree, int rows, int top) {
  fill<<<rows / 64 + 1, 64>>>(out, degree, rows, top);
}
