// expect: verified
// assumes: order == nullptr
// Optional arrays that no launch passes: null is written at the launch, at a call that hands it on, or
// as a default.
template <int N> __global__ void place(float* out, const int* order, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[order ? order[i] : i] = i;
  if (sum != nullptr) *sum += i;
}

void at_launch(float* out, int n) {
  place<0><<<(n + 255) / 256, 256>>>(out, nullptr, NULL, n);
}

static void hand_on(float* out, const int* order, float* sum, int n) {
  if (n > 0) place<1><<<(n + 255) / 256, 256>>>(out, order, sum, n);
}
static void between(float* out, float* sum, int n) { hand_on(out, (const int*)0, sum, n); }
void by_calls(float* out, int n) { between(out, 0, n); }

static void by_default(float* out, int n, const int* order = nullptr, float* sum = nullptr) {
  place<2><<<(n + 255) / 256, 256>>>(out, order, sum, n);
}
void with_default(float* out, int n) { by_default(out, n); }
