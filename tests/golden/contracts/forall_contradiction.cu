// expect: error
// flags: --assume "forall i, j: i != j -> S[i] + 1 <= S[j]"
// No two elements are each smaller than the other.
__global__ void scatter(int* out, const int* S, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[S[i] + 1] = i;
}
