// expect: verified
// finding: same-value-write any warning A A
// What a vector store in assembly writes is known: two threads store the same.
__global__ void same(float2* s) {
  const int g = threadIdx.x / 2;
  /*A*/ asm volatile("st.global.v2.f32 [%0], {%1, %2};" ::"l"(s + g), "f"(float(g)), "f"(float(g) + 1.0f) : "memory");
}
int main() {
  float2* s;
  cudaMalloc((void**)&s, 1024);
  same<<<1, 256>>>(s);
}
