// expect: refuted
// finding: race confirmed error A B
// depends: table
// more: yes
// Nothing has set the shared memory that decides.
__global__ void claim(unsigned n) {
  extern __shared__ unsigned table[];
  for (int i = 0; i < 4; i++) {
    const unsigned at = (threadIdx.x * 7 + i) % n;
    if (table[at] == n) /*A*/
      table[at] = n + 1; /*B*/
  }
}
void host() { claim<<<1, 1024, 4000>>>(1000); }
