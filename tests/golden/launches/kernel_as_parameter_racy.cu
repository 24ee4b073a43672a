// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// finding: race confirmed error C C
// finding: race any error D D
// finding: race any error E E
// more: yes
// Each kernel that gets there is launched so; where others may come, so may each that is named.
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/
__global__ void cover(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*B*/
__global__ void add(int* v) { /*C*/ v[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void kept(int* v) { /*D*/ v[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void in_pattern(int* v) { /*E*/ v[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

typedef void (*Kernel)(int*);
void bench(Kernel kernel, int* v, int threads) { kernel<<<1, threads>>>(v); }
void forward(Kernel kernel, int* v) { bench(kernel, v, 64); }
template <class F> void run(F&& kernel, int* v, dim3 grid) { kernel<<<grid, 32>>>(v); }
template <class F> void apply(F f, int* v) { f(kept, v, dim3(2, 2)); }
template <class T> void unused(T* v) { run(in_pattern, v, dim3(2, 2)); }

int main(int argc, char**) {
  int* v;
  cudaMalloc(&v, 4096);
  bench(fill, v, 32);
  forward(fill, v);
  auto time = [&](auto kernel, int threads) { kernel<<<1, threads>>>(v); };
  time(cover, 32);
  time(cover, 64);
  run(add, v, argc);
  run(add, v, dim3(2, 2));
  apply(run<void (&)(int*)>, v);
}
