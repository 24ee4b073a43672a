// expect: verified
// assumes: distinct pointers
// A pointer of the file leads to another variable of the file.
struct Buffer {
  float* at;
};
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
static Buffer own, other;
static Buffer* current = &other;
void run(int n) { shift<<<(n + 127) / 128, 128>>>(own.at, current->at, n); }
