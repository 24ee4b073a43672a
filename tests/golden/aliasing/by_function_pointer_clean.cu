// expect: verified
// assumes: distinct pointers
// What a pointer to a function leads to gets two arrays.
struct Buffer {
  float* at;
};
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
static void launch(const Buffer& in, Buffer& out, int n) { shift<<<(n + 127) / 128, 128>>>(in.at, out.at, n); }
void run(int n) {
  Buffer b, c;
  cudaMalloc(&b.at, n * sizeof(float));
  cudaMalloc(&c.at, n * sizeof(float));
  void (*step)(const Buffer&, Buffer&, int) = launch;
  step(b, c, n);
}
