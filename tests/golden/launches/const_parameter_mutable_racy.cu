// expect: refuted|unknown
// more: yes
// What a member that is mutable holds may change, const or not: both threads of a pair store to cell 0.
struct arguments {
  int* out;
  mutable int shift;
  int table[70];
};

__device__ void clear(const arguments* a) { a->shift = 32; }

__global__ void store(const __grid_constant__ arguments g) {
  clear(&g);
  g.out[threadIdx.x >> g.shift % 64 / 8] = threadIdx.x;
}

void run(int* a) {
  arguments g{a, 0, {}};
  store<<<1, 64>>>(g);
}
