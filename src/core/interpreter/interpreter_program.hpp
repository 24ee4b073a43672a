// A kernel flattened for the interpreter: one vector of instructions over numbered slots. Private
// to src/core.
//
// A thread's frame is [threadIdx, blockIdx | variables | loop counters | constants, parameters,
// dimensions | temporaries]; the first three parts are the thread's own, but for variables that
// live between two waits at most, which come behind them; the rest is shared by all threads of a
// launch. A barrier's instance is told apart by the counters of the loops around it.
#pragma once
#include "core/interpreter/slice.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle::core::interp {

using Slot = std::uint32_t;
inline constexpr Slot no_slot = UINT32_MAX;

// Where an unknown value came from: index of the instruction + 1; 0: the value is known.
using Taint = std::uint32_t;

// Integers in canonical form (wrap()), booleans 0 or 1, opaque values as their bit pattern: of
// vectors of 16 bytes the upper half is in `high`.
struct Value {
  std::int64_t bits = 0;
  Taint taint = 0;
  std::int64_t high = 0;
};

enum class Code : std::uint8_t {
  copy,
  add,
  sub,
  mul,
  div,
  rem,
  bit_and,
  bit_or,
  bit_xor,
  bit_not,
  shl,
  shr,
  cast,
  eq,
  lt,
  le,
  logical_not,
  logical_and,
  logical_or,
  ite,
  extract,       // a: vector; extra: bit where the part begins
  insert,        // a: vector, zero there; b: part, of type `from`; extra: likewise
  apply,         // a, b, c: arguments; extra: Program::functions
  jump,          // extra: target
  branch_unless, // a: condition; extra: target
  havoc,         // extra: Program::notes
  lanes,         // a havoc: lanes that the hardware chooses
  lane,          // a havoc: a lane of the warp that the hardware chooses
  unset,         // a havoc: of a variable that nothing has set
  exchange,      // a: value, b: lane, c: mask, or no_slot; extra: Program::exchanges
  read,          // read, write, atomic: a: offset; b: value or operand; extra: Program::accesses
  write,
  atomic,
  barrier,       // a: mask or no_slot; extra: Program::barriers
  named,         // a: id, b: count or no_slot; extra: Program::named
  mbarrier,      // a: offset, b: count, c: bytes or parity, or no_slot; extra: Program::mbarriers
  assume,        // a: condition
  assume_result, // likewise; it holds where it is not known
  assertion,     // a: condition; b: offset that its copy is compared with, or no_slot; extra:
                 // Program::assertions
  exit,          // the thread returns from the kernel
  finish,        // the thread falls off the kernel's end
  unsupported,   // extra: Program::notes
};

struct Instr {
  Code code;
  Type type; // of the result; of comparisons, the operands'
  Type from; // of the first operand, where that matters
  Slot dst = no_slot, a = no_slot, b = no_slot, c = no_slot;
  std::uint32_t extra = 0;
};

// A pure function, resolved by name; `unknown` ones give unknown values.
struct Callee {
  std::string name;
  enum class Kind : std::uint8_t { unknown, literal, builtin } kind = Kind::unknown;
  std::int64_t literal = 0;
  // Of known arguments; it gives a known value of at most 8 bytes.
  std::int64_t (*call)(const Instr&, std::int64_t a, std::int64_t b, std::int64_t c) = nullptr;
};

struct AccessInfo {
  ArrayId array = 0;
  ArrayId cell_array = 0; // the array that stands for all its aliases
  unsigned size = 0;
  unsigned align = 1; // as core::Read
  Scope scope = Scope::grid;
  std::string op;                     // atomic
  bool of_copy = false;               // of an asynchronous copy that reports to an mbarrier
  bool async = false;                 // of the async proxy
  bool matrix = false;                // of a matrix product
  TensorPart tensor = no_tensor_part; // of an operation of the tensor core
  bool map = false;                   // of a tensor map, by the copy that goes by it
  bool remembered = true;             // as Slice::remembered
};

struct ExchangeInfo {
  Exchange::Kind kind = Exchange::Kind::same;
  Scope scope = Scope::warp;
  unsigned group_size = 0;
  Slot width = no_slot;
  std::vector<Slot> counters; // as BarrierInfo
  std::uint32_t note = 0;
};

struct BarrierInfo {
  Scope scope = Scope::block;
  unsigned group_size = 0;
  std::vector<Slot> counters; // of the loops around it, outermost first
};

struct AssertionInfo {
  const Assert* asserted = nullptr;        // of Program::kernel
  std::vector<std::pair<Loc, Slot>> loops; // around it, outermost first, with their counters
};

struct NamedInfo {
  NamedBarrier::Kind kind = NamedBarrier::Kind::sync;
  AccessInfo map; // map_acquire
  bool aligned = true;
  std::string text;
};

struct MbarrierInfo {
  Mbarrier::Kind kind = Mbarrier::Kind::init;
  AccessInfo object; // its 8 bytes
  bool relaxed = false, releases = false;
  std::string text;
};

struct Program {
  const Kernel* kernel = nullptr;
  std::vector<Instr> code;
  std::vector<Loc> locs;     // parallel to code
  std::vector<CallId> calls; // likewise: what the instruction was inlined from
  std::vector<Callee> functions;
  std::vector<AccessInfo> accesses;
  std::vector<BarrierInfo> barriers;
  std::vector<ExchangeInfo> exchanges;
  std::vector<AssertionInfo> assertions;
  std::vector<NamedInfo> named;
  std::vector<MbarrierInfo> mbarriers;
  std::vector<std::string> notes;
  std::vector<std::pair<Slot, std::int64_t>> constants;
  std::vector<std::pair<Slot, SymbolId>> launch_symbols; // parameters and dimensions
  std::vector<Slot> assumptions;                         // set by the code before `entry`
  std::vector<bool> written;                             // by cell_array
  Slot own_slots = 0, slots = 0;
  std::uint32_t entry = 0; // instructions before it compute the assumptions
  bool has_grid_barrier = false;
  unsigned cluster_shape = 0; // of barriers of clusters: Barrier::group_size
};

// Why the value with this taint is not known, in the user's terms.
std::string describe(const Program& program, Taint taint);

// Of the whole kernel, or of the statements in `slice`.
Program compile(const Kernel& kernel, const Slice* slice = nullptr);

// Of the thread's own slots, leaves it those that live where it waits for others.
void share_slots(Program& program);

// From which instructions may a thread come to one of these?
std::vector<bool> ways_to(const Program& program, const std::vector<bool>& targets);

// Fills kind, literal and call from the name and types.
Callee resolve(const std::string& name, Type result, const std::vector<Expr>& args);

// Of floats and doubles, rounded to their type; others: not known.
std::optional<std::int64_t> float_sum(Type type, std::int64_t a, std::int64_t b);

// Executes instructions without effects (copy .. apply), and jumps, from `pc` on, at most so many
// steps; leaves those that it did not take. Returns where the next instruction is: one with an
// effect, or a branch whose condition is not known.
std::uint32_t run_pure(const Program& program, Value* frame, std::uint32_t pc,
                       std::uint64_t& steps);

// ---- bit patterns ------------------------------------------------------------------------------

inline std::uint64_t unsigned_bits(std::int64_t v) { return static_cast<std::uint64_t>(v); }
inline std::int64_t signed_bits(std::uint64_t v) { return static_cast<std::int64_t>(v); }

inline std::uint64_t narrow(std::int64_t bits, Type t) {
  return t.width >= 64 ? unsigned_bits(bits)
                       : unsigned_bits(bits) & ((std::uint64_t{1} << t.width) - 1);
}
// A bit pattern as a value of the type.
inline std::int64_t of_width(std::uint64_t bits, Type type) {
  const std::int64_t low = signed_bits(narrow(signed_bits(bits), type));
  return type.is_opaque() ? low : wrap(low, type);
}

} // namespace heddle::core::interp
