// expect: error
// flags: --assume "n > 10" --assume "n < 5"
// A contradiction is a mistake of the user, never a proof.
__global__ void contradiction(int* out, int n) { out[0] = threadIdx.x + n; }
