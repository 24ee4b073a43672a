// expect: refuted
// finding: race confirmed error R W
// Which function of a table it is that gets one array twice is not followed: it may be this one.
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
static void nothing(const Buffer&, Buffer&, int) {}
static void (*steps[])(const Buffer&, Buffer&, int) = {nothing, launch};
void run(int n, int which) {
  Buffer b;
  cudaMalloc(&b.at, n * sizeof(float));
  steps[which](b, b, n);
}
