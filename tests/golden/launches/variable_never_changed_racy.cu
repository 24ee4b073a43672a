// expect: refuted
// finding: race confirmed error A A
__global__ void fill(int *out) { /*A*/out[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; }
int threads = 64;
void show(int *p) { fill<<<4, threads>>>(p); }
void more() { threads *= 2; }
void later(void (*f)(int *), void (*g)());
int main() { later(show, more); }
