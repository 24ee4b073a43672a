// expect: verified
// flags: --block 64
// Words of GPUVerify that mean here what they mean there.
__axiom(gridDim.x <= 1024)

__global__ void words(int* out, int n, unsigned m) {
  __requires(n > 4);
  __requires(__is_pow2(m));
  int t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
  __assert(gridDim.x < 1025);
  __assert(__no_read(out));
  __assert(__no_write(out));
  __assert(__read_implies(out, false));
  __assert(__write_implies(out, false));
  __assert(__ptr_offset_bytes(out + 2) == 8);
  __assume(n < 8);
  __assert(__implies(t == 3, n + t < 11));
  __assert(__implies(__enabled(), n > 4));
  __assert(__is_pow2(64) & __is_pow2(0) & !__is_pow2(12));
  __assert(__mod_pow2(t, 8) < 8);
  __assert(__add_noovfl_int(n, 1) > n && __add_noovfl_signed(n, 1) == n + 1);
  __assert(__add_noovfl_unsigned_int(t, 1) > t && __add_noovfl_unsigned(t, 1) == t + 1);
  __assert(__add_noovfl_long(n, 2) == n + 2 && __add_noovfl_unsigned_long(t, 2) == t + 2);
  out[at] = n;
}
