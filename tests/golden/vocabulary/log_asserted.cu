// expect: unknown
// flags: --block 64
// unknown: A relates two threads
// unknown: B relates two threads
// unknown: C relates two threads
// unknown: D relates two threads
// unknown: E relates two threads
// unknown: F relates two threads
// unknown: G relates two threads
// unknown: H relates two threads
// unknown: I relates two threads
// unknown: J relates two threads
// unknown: K relates two threads
// unknown: L relates two threads
// unknown: M relates two threads
// unknown: N relates two threads
// unknown: O relates two threads
// unknown: P relates two threads
// unknown: Q relates two threads
// unknown: R relates two threads
// unknown: S relates two threads
// unknown: T relates two threads
// unknown: U relates two threads
// unknown: V relates two threads
// unknown: W relates two threads
// unknown: X relates two threads
// What the other tool's log of accesses says is not understood, not even when one is compared with another.
__global__ void words(int* out, const int* in, int n) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
  __assert(__read(out)); /*A*/
  __assert(__write(out)); /*B*/
  __assert(__read_has_occurred(out)); /*C*/
  __assert(__write_has_occurred(out)); /*D*/
  __assert(__atomic_has_occurred(out)); /*E*/
  __assert(__read_has_occurred_implies(out, true)); /*F*/
  __assert(__write_has_occurred_implies(out, true)); /*G*/
  __assert(__atomic_has_occurred_implies(out, true)); /*H*/
  __assert(__read_offset(out) == __read_offset(in)); /*I*/
  __assert(__write_offset(out) == __write_offset(in)); /*J*/
  __assert(__read_offset_bytes(out) == __read_offset_bytes(in)); /*K*/
  __assert(__write_offset_bytes(out) == __write_offset_bytes(in)); /*L*/
  __assert(__ptr_offset(out) == __ptr_offset(in)); /*M*/
  __assert(__ptr_base(out) == __ptr_base(in)); /*N*/
  __assert(__other_ptr_base(out) == __ptr_base(out)); /*O*/
  __assert(__at_most_one(n > 1, n > 2)); /*P*/
  __assert(__exclusive_or(n > 1, n > 2)); /*Q*/
  __assert(__old_int(n) == __old_int(n + 1)); /*R*/
  __assert(__old_bool(n > 1)); /*S*/
  __assert(__return_val() == 1); /*T*/
  __assert(__return_val_int() == 1); /*U*/
  __assert(__return_val_bool()); /*V*/
  __assert(__same(n)); /*W*/
  __assert(__add_noovfl(n, 1)); /*X*/
}
