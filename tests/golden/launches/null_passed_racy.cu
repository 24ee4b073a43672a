// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// finding: race confirmed error C C
// finding: race confirmed error D D
// finding: race confirmed error E E
// Null is what a caller passes; what the launch gets is something else, or another caller's.
template <int N> __global__ void add(float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || !sum) return;
  if (N == 0) sum[0] = i; /*A*/
  if (N == 1) sum[1] = i; /*B*/
  if (N == 2) sum[2] = i; /*C*/
  if (N == 3) sum[3] = i; /*D*/
  if (N == 4) sum[4] = i; /*E*/
}
void obtain(float** p);

static void assigned(float* sum, float* other, int n) {
  if (!sum) sum = other;
  add<0><<<(n + 255) / 256, 256>>>(sum, n);
}
static void given_away(float* sum, int n) {
  obtain(&sum);
  add<1><<<(n + 255) / 256, 256>>>(sum, n);
}
static void referred_to(float* sum, float* other, int n) {
  float*& same = sum;
  same = other;
  add<2><<<(n + 255) / 256, 256>>>(sum, n);
}
static void captured(float* sum, float* other, int n) {
  auto change = [&] { sum = other; };
  change();
  add<3><<<(n + 255) / 256, 256>>>(sum, n);
}
static void of_two(float* sum, int n) {
  add<4><<<(n + 255) / 256, 256>>>(sum, n);
}
void run(float* other, int n) {
  assigned(nullptr, other, n);
  given_away(nullptr, n);
  referred_to(nullptr, other, n);
  captured(nullptr, other, n);
  of_two(nullptr, n);
  of_two(other, n);
}
