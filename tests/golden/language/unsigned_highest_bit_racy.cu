// expect: refuted
// flags: --block 64 --grid 1 --assume "n > 0"
// finding: race confirmed error A A
// finding: race confirmed error B B
// finding: race confirmed error C C
// finding: race confirmed error D D
// finding: race confirmed error E E
// finding: race any error F F
// finding: race confirmed error G G
// finding: race confirmed error H H
// finding: race any error I I
// finding: race confirmed error J J
// finding: race confirmed error K K
// Unsigned numbers in memory and of parameters may have the highest bit set. Comparisons for equality
// and operations on bits do not say of which sign they are.
constexpr unsigned empty = 0xffffffffu;

__device__ unsigned key_of(const unsigned* keys, int n) {
  if (n > 3) return keys[n];
  __syncthreads();
  return keys[0];
}

struct Table {
  const unsigned long long* keys;
  int* places;
};

__global__ void compared(const unsigned* keys, int* out) {
  if (keys[0] == empty) out[0] = threadIdx.x; /*A*/
}

__global__ void chosen(const unsigned* keys, int* out, int n) {
  if ((n > 5 ? keys[0] : keys[1]) == empty) out[0] = threadIdx.x; /*B*/
}

__global__ void returned(const unsigned* keys, int* out, int n) {
  if (key_of(keys, n) == empty) out[0] = threadIdx.x; /*C*/
}

__global__ void in_cases(const unsigned* keys, int* out) {
  switch (keys[0]) {
  case empty: out[0] = threadIdx.x; /*D*/
  }
}

__global__ void masked(const unsigned* keys, int* out) {
  if (keys[0] & 0x80000000u) out[0] = threadIdx.x; /*E*/
}

__global__ void shared(const unsigned* keys, int* out) {
  __shared__ unsigned own[64];
  own[threadIdx.x] = keys[threadIdx.x];
  __syncthreads();
  if (own[5] == empty) out[0] = threadIdx.x; /*F*/
}

__global__ void of_member(Table table) {
  if (table.keys[0] == ~0ull) table.places[0] = threadIdx.x; /*G*/
}

__global__ void half_of_word(const unsigned long long* words, int* out) {
  if ((unsigned)(words[0] >> 32) == 0xdeadbeefu) out[0] = threadIdx.x; /*H*/
}

__global__ void exchanged(unsigned* keys, int* out) {
  if (atomicCAS(keys + threadIdx.x, empty, threadIdx.x) == empty) out[threadIdx.x / 2] = threadIdx.x; /*I*/
}

__global__ void of_parameter(unsigned long long key, int* out) {
  if (key == ~0ull) out[0] = threadIdx.x; /*J*/
}

__global__ void from_parameter_on(unsigned long long key, int* out) {
  if (key >> 60 == 9) out[0] = threadIdx.x; /*K*/
}
