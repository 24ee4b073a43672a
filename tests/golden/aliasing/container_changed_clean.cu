// expect: verified
// assumes: distinct pointers
// Behind a change of the vector its first element is another one.
#include <vector>
struct Buffer {
  float* at;
};
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
void run(std::vector<Buffer>& all, int n) {
  const float* before = all[0].at;
  all.erase(all.begin());
  shift<<<(n + 127) / 128, 128>>>(before, all[0].at, n);
}
