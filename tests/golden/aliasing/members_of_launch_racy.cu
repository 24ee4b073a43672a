// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// finding: race confirmed error C
// assumes: a.in and a.out may be one array (launch at
// assumes: a.p and b.p may be one array (launch at
struct Args {
  const float* in;
  float* out;
  int n;
};

struct View {
  float* p;
  int n;
};

__global__ void by_list(Args a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.n - 1) a.out[i] = a.in[i + 1]; /*A*/
}

__global__ void by_members(Args a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.n - 1) a.out[i] = a.in[i + 1]; /*B*/
}

__global__ void twice(View a, View b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.n - 1) b.p[i] = a.p[i + 1]; /*C*/
}

void run_list(float* x, int n) {
  Args g{x, x, n};
  by_list<<<(n + 255) / 256, 256>>>(g);
}

void run_members(float* x, int n) {
  Args g;
  g.in = x;
  g.out = x;
  g.n = n;
  by_members<<<(n + 255) / 256, 256>>>(g);
}

void run_twice(View v) { twice<<<(v.n + 255) / 256, 256>>>(v, v); }
