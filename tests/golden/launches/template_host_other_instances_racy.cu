// expect: refuted
// more: yes
// finding: race any error A
// An instance that is not called by its name here may be called elsewhere with anything.
template <int N> __global__ void fill(float* v, int threads) {
  v[blockIdx.x * N + threadIdx.x] = blockIdx.x; /*A*/
}

template <int N> void run(float* v, int blocks) { fill<N><<<blocks, N <= 64 ? N : 100>>>(v, N); }

using Run = void (*)(float*, int);
Run table[] = {run<64>, run<70>};

void all(float* v, int blocks) { run<32>(v, blocks); }
