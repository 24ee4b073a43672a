// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// finding: race confirmed error B B
// finding: race confirmed error C C
// finding: race confirmed error D D
// finding: race confirmed error E E
// finding: race confirmed error F F
// finding: race confirmed error G G
// finding: race confirmed error H H
// finding: race confirmed error I I
// Who takes a word apart does not convert a number: that this loses nothing is not assumed.
__global__ void of_union(int* a) {
  union { uint2 parts; unsigned long long whole; } u;
  u.whole = ((unsigned long long)threadIdx.x << 32) | 5;
  a[u.parts.x] = threadIdx.x; /*A*/
}

__global__ void of_bytes(int* a) {
  unsigned long long whole = ((unsigned long long)threadIdx.x << 32) + threadIdx.x / 2;
  a[*reinterpret_cast<unsigned*>(&whole)] = threadIdx.x; /*B*/
}

__global__ void by_assembly(int* a) {
  unsigned long long whole = (unsigned long long)threadIdx.x * (1ull << 40) + 7;
  unsigned low, high;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(whole));
  a[low] = threadIdx.x; /*C*/
}

__global__ void converted_by_assembly(int* a) {
  unsigned long long whole = ((unsigned long long)threadIdx.x << 32) | (threadIdx.x & 6);
  unsigned low;
  asm("cvt.u32.u64 %0, %1;" : "=r"(low) : "l"(whole));
  a[low] = threadIdx.x; /*D*/
}

__global__ void of_key_and_place(int* a) {
  const long long key = ((long long)threadIdx.x << 32) | (threadIdx.x % 8);
  a[(int)key] = threadIdx.x; /*E*/
}

__device__ void store(int* a, unsigned i) { a[i] = threadIdx.x; /*F*/ }
__global__ void of_argument(int* a) { store(a, (unsigned long long)threadIdx.x * (1ull << 33)); }

__global__ void of_fraction(int* a) {
  const unsigned long long fixed = threadIdx.x * 0x80000000ull;
  const unsigned fraction = fixed;
  a[fraction >> 31] = threadIdx.x; /*G*/
}

__global__ void of_keys(int* a, const unsigned long long* keys) {
  __requires(distinct(keys));
  a[(unsigned)keys[threadIdx.x]] = threadIdx.x; /*H*/
}

__global__ void of_negative(int* a) {
  const unsigned long long packed = ((unsigned long long)(threadIdx.x % 2) << 63) | 0xfffffffful;
  if ((int)packed < 0) a[0] = threadIdx.x; /*I*/
}
