// expect: refuted
// finding: race confirmed error A B
// depends: table
// more: yes
// The kernel writes the table, but whether it does so hangs on what the launch finds in it.
__global__ void claim(unsigned* table, unsigned n) {
  for (int i = 0; i < 4; i++) {
    const unsigned at = (threadIdx.x * 7 + i) % n;
    if (table[at] == n) /*A*/
      table[at] = n + 1; /*B*/
  }
}
void host(unsigned* table) { claim<<<1, 1024>>>(table, 1000); }
