// expect: unknown
// unknown: A a type specifier is required
__global__ void f(int* a) {
  __shared__ s[3]; /*A*/
  a[0] = 1;
}
