// What an opcode with its suffixes means: `ld.shared.v4.u32`, `setp.lt.and.s32`, `bar.sync`.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::ptx {

enum class Type : std::uint8_t {
  none, // no type suffix
  pred,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f32,
  f64,
  packed // several values in one register, or a format that is only carried about
};

// Bytes of one value; 0 for none and pred. `packed` counts as 4.
unsigned size_of(Type type);
bool is_signed(Type type);
bool is_float(Type type);

enum class Space : std::uint8_t { generic, shared, global, local, param, constant };

enum class Op : std::uint8_t {
  // integers and bits
  abs,
  add,
  bfe,
  bfi,
  bfind,
  bmsk,
  brev,
  clz,
  cnot,
  div,
  dp2a,
  dp4a,
  fma,
  fns,
  lop3,
  mad,
  mad24,
  max,
  min,
  mul,
  mul24,
  neg,
  not_,
  and_,
  or_,
  xor_,
  popc,
  prmt,
  rem,
  sad,
  shf,
  shl,
  shr,
  sub,
  szext,
  // comparison, movement, conversion
  set,
  setp,
  selp,
  slct,
  mov,
  cvt,
  cvta,
  isspacep,
  mapa,
  getctarank,
  // memory
  ld,
  st,
  atom,
  red,
  ldmatrix,
  stmatrix,
  cp_async,
  cp_async_commit,
  cp_async_wait,
  cp_async_mbarrier,
  cp_async_bulk,
  cp_async_tensor, // by a tensor map, with either completion
  cp_async_bulk_commit,
  cp_async_bulk_wait,
  wgmma, // a matrix product of a warpgroup
  wgmma_commit,
  wgmma_wait,
  tcgen05, // Opcode::tensor says which operation
  // control
  bra,
  brx,
  call,
  ret,
  exit,
  trap,
  // warps
  shfl,
  vote,
  match,
  activemask,
  elect,
  redux,
  // synchronization
  bar,
  bar_warp,
  mbarrier,
  st_bulk,     // fills shared memory with zeros
  st_async,    // st.async and red.async that report to an mbarrier
  proxy_fence, // between what threads do to shared memory and the async proxy
  map_change,  // tensormap.replace, tensormap.cp_fenceproxy
  map_fence,   // between what threads do to tensor maps and copies that go by them
  // results depend on the operands alone, and nobody looks inside
  pure,
  // results may differ between two executions with equal operands: clocks, textures
  opaque,
  // no result, nothing that matters here: fences, prefetches, hints
  nothing,
  // touches shared memory or synchronizes in a way that is not modelled
  unsupported
};

enum class Cmp : std::uint8_t { none, eq, ne, lt, le, gt, ge, lo, ls, hi, hs, other };
enum class Combine : std::uint8_t { none, and_, or_, xor_ };
// Which part of a product, which direction of a shift or shuffle, which vote, ...
enum class Mode : std::uint8_t {
  none,
  lo,
  hi,
  wide, // mul, mad
  left,
  right,
  wrap,
  clamp, // shf
  up,
  down,
  bfly,
  idx, // shfl
  all,
  any,
  uni,
  ballot, // vote, match
  add,
  min,
  max,
  and_,
  or_,
  xor_,
  inc,
  dec,
  exch,
  cas,
  popc, // atom, red, redux, bar.red
  f4e,
  b4e,
  rc8,
  ecl,
  ecr,
  rc16 // prmt
};

// The last two: barrier.cluster.
enum class BarOp : std::uint8_t { sync, arrive, red, cluster_arrive, cluster_wait };
inline bool is_of_cluster(BarOp op) { return op >= BarOp::cluster_arrive; }
enum class MbarOp : std::uint8_t {
  init,
  inval,
  expect_tx,
  complete_tx,
  arrive,
  arrive_drop,
  test_wait,
  try_wait,
  pending_count
};

// Operations of the tensor core of the fifth generation and of its memory.
enum class TensorOp : std::uint8_t {
  alloc,
  dealloc,
  relinquish,
  load,
  store,
  wait_load,
  wait_store,
  fence_before,
  fence_after,
  product,
  commit,
  copy,
  shift
};

struct Opcode {
  std::string text; // as written
  Op op = Op::unsupported;
  Type type = Type::none;   // of the result, or the only one
  Type source = Type::none; // the second type: of cvt's and set's operands, of a shuffle's mask
  Space space = Space::generic;
  Space target = Space::generic; // of copies: where to
  Cmp cmp = Cmp::none;
  Combine combine = Combine::none;
  Mode mode = Mode::none, shift = Mode::none; // shift: wrap or clamp of shf and bmsk
  BarOp bar = BarOp::sync;
  MbarOp mbar = MbarOp::init;
  TensorOp tensor = TensorOp::alloc;
  std::uint8_t vector = 1;     // .v2, .v4, .v8; the matrices of ldmatrix
  bool aligned = false;        // barriers: all threads of the warp take part
  bool expect_tx = false;      // mbarrier.arrive.expect_tx
  bool parity = false;         // mbarrier waits on a parity
  bool no_complete = false;    // mbarrier.arrive.noComplete
  bool noinc = false;          // cp.async.mbarrier.arrive.noinc
  bool sets_registers = false; // setmaxnreg
  bool relaxed = false;        // .relaxed: orders nothing else
  bool strong = false;         // loads and stores that are atomic: .relaxed, .acquire, .release
  bool fence = false;          // orders memory for other threads; not those of proxies
  bool init_fence = false;     // Op::proxy_fence for mbarriers that were initialised alone
  bool to_space = false;       // cvta.to
  bool constant_data = false;  // ld.global.nc, ldu: nobody writes it while the kernel runs
  bool changing = false;       // loads that are to see what others write meanwhile
  bool group_read = false;     // cp.async.bulk.wait_group.read
  bool saturate = false;
  // add, sub, mad: the carry flag is one more operand at the end, and one more result.
  bool carry_in = false, carry_out = false;
  bool video = false;      // operands may be parts of registers
  bool cluster = false;    // reaches shared memory of other CTAs
  bool multicast = false;  // .multicast::cluster: to several CTAs
  bool pair = false;       // .cta_group::2: of two CTAs
  bool wide_fence = false; // orders all memory accesses for the cluster, or wider
  bool cta_scope = false;  // mbarriers: names no scope of a cluster or wider
  bool has_result = false; // the first operand is written
};

// Barriers, mbarriers, asynchronous copies, ends of threads, and whatever may contain them. (Of the
// mbarriers' operations, pending_count does not synchronize.)
bool synchronizes(Op op);

// Nothing when the root of the opcode is no PTX instruction.
std::optional<Opcode> decode(std::string_view text);

// `.u32`, without the dot.
std::optional<Type> type_named(std::string_view text);

} // namespace heddle::ptx
