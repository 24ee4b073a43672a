// expect: unknown
// flags: --block 256
// unknown: A Pair
// What a macro hides names the type and does not declare it: nothing is assumed of the macro, with which the kernel
// would not write.
#ifdef CHECKED
void look_at(Pair* pairs);
#define STORE(to, value)
#else
#define STORE(to, value) to = value
#endif

__global__ void copy(Pair* to, const Pair* from, int n) { /*A*/
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) STORE(to[0], from[i]);
}
