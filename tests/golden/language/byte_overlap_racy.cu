// expect: refuted
// finding: race confirmed error A B
// Byte t lies in word t / 4.
__global__ void overlay(int* out) {
  __shared__ int words[1024];
  char* bytes = (char*)words;
  int t = threadIdx.x;
  words[t] = -1; /*A*/
  bytes[t] = 1;  /*B*/
}
