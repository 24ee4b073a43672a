// expect: refuted
// finding: race any error A
// Another file may call the instance that is made here.
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

template <int N> void run(int* v) { fill<<<1, N>>>(v); }
template void run<64>(int*);

void narrow(int* v) { run<32>(v); }
