// A variable of the file that nothing changes is what it is made with, whoever calls the function.
// expect: verified
// assumes: blockDim = (64, 1, 1)
__global__ void fill(int *out) { out[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; }
int threads = 64;
void show(int *p) { fill<<<4, threads>>>(p); }
void later(void (*f)(int *));
int main() { later(show); }
