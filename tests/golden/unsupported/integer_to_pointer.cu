// expect: unknown
// unknown: A
__global__ void forge(unsigned long long address) {
  int* p = (int*)address; /*A*/
  *p = threadIdx.x; /*A*/
}
