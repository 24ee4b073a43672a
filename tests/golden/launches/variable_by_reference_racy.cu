// A reference to it is given away.
// expect: refuted
// finding: race confirmed error A A
__global__ void fill(int *out) { /*A*/out[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; }
int threads = 64;
void show(int *p) { fill<<<4, threads>>>(p); }
void read(int &to);
void later(void (*f)(int *));
int main() {
  read(threads);
  later(show);
}
