// expect: refuted
// finding: race confirmed error A B
// An array and what lies four elements further on are one array.
__managed__ int table[128];
__global__ void shift(int* to, int* from) {
  const int next = from[threadIdx.x]; /*A*/
  to[threadIdx.x] = next; /*B*/
}
void run() { shift<<<1, 64>>>(&table[4], table); }
