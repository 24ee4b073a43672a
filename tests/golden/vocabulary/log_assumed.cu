// expect: refuted
// flags: --block 64
// finding: race possible error A
// Assumed it is left out: what it would have ruled out is not confirmed.
__global__ void words(int* out, const int* in, int n) {
  __assume(__read(out));
  __assume(__write(out));
  __assume(__read_has_occurred(out));
  __assume(__write_has_occurred(out));
  __assume(__atomic_has_occurred(out));
  __assume(__read_has_occurred_implies(out, true));
  __assume(__write_has_occurred_implies(out, true));
  __assume(__atomic_has_occurred_implies(out, true));
  __assume(__read_offset(out) == __read_offset(in));
  __assume(__write_offset(out) == __write_offset(in));
  __assume(__read_offset_bytes(out) == __read_offset_bytes(in));
  __assume(__write_offset_bytes(out) == __write_offset_bytes(in));
  __assume(__ptr_offset(out) == __ptr_offset(in));
  __assume(__ptr_base(out) == __ptr_base(in));
  __assume(__other_ptr_base(out) == __ptr_base(out));
  __assume(__at_most_one(n > 1, n > 2));
  __assume(__exclusive_or(n > 1, n > 2));
  __assume(__old_int(n) == __old_int(n + 1));
  __assume(__old_bool(n > 1));
  __assume(__return_val() == 1);
  __assume(__return_val_int() == 1);
  __assume(__return_val_bool());
  __assume(__same(n));
  __assume(__add_noovfl(n, 1));
  out[0] = threadIdx.x; /*A*/
}
