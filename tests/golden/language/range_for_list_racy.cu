// expect: refuted
// finding: race confirmed error A
// A loop over a list in braces, and over an array that is a member.
struct Offsets {
  int at[2];
};
__global__ void neighbours(float* out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  Offsets offsets{{0, 1}};
  for (int d : {0, 1, 3}) out[3 * t + d] = threadIdx.x; /*A*/
  for (const int& d : offsets.at) out[3 * t + d] += 1;
}
