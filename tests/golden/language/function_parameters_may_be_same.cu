// expect: refuted|unknown
// more: yes
// Pointers to functions are not to distinct ones.
__global__ void kernel(int* p, int (*f)(int), int (*g)(int)) {
  if (f == g) p[0] = threadIdx.x;
}
