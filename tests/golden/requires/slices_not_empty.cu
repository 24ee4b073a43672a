// expect: verified
// flags: --infer-requires --grid symbolic
// under: slots != 0
// more: yes
// A slice for each head: how many heads there are makes no difference.
__global__ void put(short* cache, const short* v, int at, int heads, int slots, int width) {
  int h = blockIdx.x, i = threadIdx.x;
  if (h >= heads || i >= width) return;
  cache[((long long)h * slots + at) * width + i] = v[h * width + i];
}
