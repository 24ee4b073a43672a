// expect: refuted
// finding: race confirmed error A A
// What a vector store in assembly writes is known: a run shows that two threads store different
// values.
__global__ void w(uint4* buffer, int iters) {
  unsigned idx = threadIdx.x;
  for (int i = 0; i < iters; ++i) {
    /*A*/ asm volatile("st.global.cg.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(buffer + idx), "r"(threadIdx.x), "r"(i), "r"(0), "r"(0) : "memory");
    idx = (idx + 1) & 1023;
  }
}
int main() {
  uint4* b;
  cudaMalloc((void**)&b, 16384);
  w<<<1, 256>>>(b, 100);
}
