// expect: unknown
// unknown: A declared without a type
__global__ void f(int* a) {
  __shared__ s[3]; /*A*/
  a[0] = 1;
}
