// expect: verified
// flags: --infer-requires
// under: stride != 0
// The call that is seen passes what keeps the threads apart, as others are to.
__global__ void spread(int* out, int stride) { out[(int)threadIdx.x * stride] = threadIdx.x; }
void run(int* out, int stride) { spread<<<1, 64>>>(out, stride); }
void host(int* out) { run(out, 3); }
