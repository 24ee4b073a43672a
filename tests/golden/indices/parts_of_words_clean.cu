// expect: verified
// flags: --block 64 --grid 1
// Parts of words that differ between threads.
__global__ void of_union(int* a) {
  union { uint2 parts; unsigned long long whole; } u;
  u.whole = ((unsigned long long)threadIdx.x << 32) | 5;
  a[u.parts.y] = threadIdx.x;
}

__global__ void of_bytes(int* a) {
  unsigned long long whole = ((unsigned long long)(threadIdx.x / 2) << 32) + threadIdx.x;
  a[*reinterpret_cast<unsigned*>(&whole)] = threadIdx.x;
}

__global__ void by_assembly(int* a) {
  unsigned long long whole = ((unsigned long long)threadIdx.x << 40) + 7;
  unsigned low, high;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(whole));
  a[high] = threadIdx.x;
}

__global__ void of_key_and_place(int* a) {
  const long long key = ((long long)(threadIdx.x % 8) << 32) | threadIdx.x;
  a[(int)key] = threadIdx.x;
}

__device__ void store(int* a, unsigned i) { a[i] = threadIdx.x; }
__global__ void of_argument(int* a) { store(a, (unsigned long long)threadIdx.x * 1000); }

__global__ void of_keys(int* a, const unsigned long long* keys) {
  __requires(distinct(keys));
  __requires(range(keys, 0, 1000));
  a[(unsigned)keys[threadIdx.x]] = threadIdx.x;
}

// A size or an index of 64 bits loses nothing: assumed, and printed.
__global__ void of_sizes(int* a, size_t n, const long long* places) {
  __requires(distinct(places));
  const int size = (int)n;
  for (int i = threadIdx.x; i < size; i += (int)(size_t)blockDim.x) a[(int)places[i]] = 1;
}
