// expect: refuted
// finding: race any error R W
// A pointer of the file leads to a variable of the file, where nothing else was put there.
struct Buffer {
  float* at;
};
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
static Buffer own;
static Buffer* current = &own;
void run(int n) { shift<<<(n + 127) / 128, 128>>>(own.at, current->at, n); }
