// expect: refuted
// finding: race any error R W
// Code that is not known runs between the choice of a pointer and the launch.
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
void elsewhere();
void run(int n, bool own, float* a, float* b) {
  float* chosen = own ? a : b;
  elsewhere();
  shift<<<(n + 127) / 128, 128>>>(a, chosen, n);
}
