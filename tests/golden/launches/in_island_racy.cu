// expect: refuted
// finding: race any error A
// Of code that does not parse it is known that it names the kernel.
__global__ void fill(int* v) { v[threadIdx.x % 32] = threadIdx.x; } /*A*/

void known(int* v) { fill<<<1, 32>>>(v); }
not_known void unknown(int* v) { co_await fill<<<1, 64>>>(v) ]; }
