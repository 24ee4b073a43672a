// expect: unknown
// unknown: A a type specifier is required
// From damaged inputs: a pointer to nothing.
__global__ void f(int* a) {
  __shared__ * s; /*A*/
  a[0] = 1;
}
