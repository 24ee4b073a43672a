// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// under: none
// Others may call the function, but a call that is seen passes 0.
__global__ void spread(int* out, int stride) { out[(int)threadIdx.x * stride] = threadIdx.x; } /*A*/
void run(int* out, int stride) { spread<<<1, 64>>>(out, stride); }
void host(int* out) { run(out, 0); }
