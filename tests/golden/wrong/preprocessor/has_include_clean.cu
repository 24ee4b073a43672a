// expect: verified
// flags: --block 64
#if __has_include("header_with_else.h") && !__has_include("no_such_header.h")
#define AT(t) (t)
#else
#define AT(t) 64
#endif
__global__ void store() {
  __shared__ int s[65];
  s[AT(threadIdx.x)] = 1 + threadIdx.x;
}
