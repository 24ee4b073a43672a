// expect: refuted
// finding: race any error R W
// One of the elements of a vector is the first one.
#include <vector>
struct Buffer {
  float* at;
};
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
static void launch(const Buffer& in, Buffer& out, int n) { shift<<<(n + 127) / 128, 128>>>(in.at, out.at, n); }
void run(std::vector<Buffer>& all, int n) {
  for (Buffer& b : all)
    launch(all[0], b, n);
}
