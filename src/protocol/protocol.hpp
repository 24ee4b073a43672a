// Access memory protocols (CAV'21): what remains of a kernel when everything but accesses, barriers
// and the control flow around them is forgotten. Expressions are over parameters, the thread
// geometry, loop binders (iteration numbers from 0) and applications; no variables.
//
// Example, as `--dump=protocol` prints it:
//
//   for k while k < n            // tiles.cu:7
//     write tile[4 * threadIdx.x .. +4]
//     sync block
//     read tile[4 * threadIdx.x + 4 .. +4]
#pragma once
#include "core/core.hpp"
#include "support/context.hpp"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace heddle::protocol {

using core::ArrayId;
using core::CallId;

enum class AccessKind : std::uint8_t { read, write, atomic };

// A source variable in one trip of a loop that is written out here, within so many other loops.
struct TripValue {
  std::string name;
  Expr value = nullptr;
  std::size_t depth = 0;
};

struct Access {
  AccessKind kind = AccessKind::read;
  ArrayId array = 0;
  Expr offset = nullptr;     // bytes, i64
  unsigned size = 4;         // bytes
  Expr value = nullptr;      // write: the value, nullptr when not known; read: the value read
  Scope scope = Scope::grid; // atomic: how wide it is atomic
  std::string op;            // atomic: "add", ..
  Loc loc;
  CallId call = 0;
  bool of_copy = false; // of the asynchronous copy that the next Mbarrier reports
  bool async = false;   // of the async proxy
  bool matrix = false;  // of a matrix product: core::Kernel::matrix_reads
  bool map = false;     // of a tensor map, by the copy that goes by it: core::Kernel::by_map
  // Not 0: made by lanes of the warp, so many bytes at a time (core::Kernel::lane_rows).
  unsigned lane_bytes = 0;
  TensorPart tensor = no_tensor_part; // of an operation of the tensor core
  bool misaligned = false; // for some threads, whatever the parameters are: it counts nevertheless
  bool aligned = false;    // else: wherever it happens, the offset is a multiple of the size
  // Of atomics, as core::Atomic; nullptr: not known, or not of interest. `result`: the old value.
  Expr operand = nullptr, compare = nullptr, result = nullptr;
  bool acquires = false, releases = false;
  // Of reads: core::Read::guess; of atomics: core::Atomic::trend.
  core::Trend trend = core::Trend::none;
  // Of the last access of a loop that waits: what ended it, of its value.
  Expr until = nullptr;
  bool of_mbarrier = false;          // of an operation on it to its object
  bool by_one = false;               // thread (0,0,0) of the block alone comes here
  std::vector<TripValue> trips = {}; // outermost first: only for saying so
};

struct Node;
using NodePtr = std::shared_ptr<const Node>;

// At Scope::thread: here the lanes of `mask` came together (core::Havoc::lanes).
struct Barrier {
  Scope scope = Scope::block;
  Expr mask = nullptr;     // warp scope: nullptr for all lanes
  unsigned group_size = 0; // as core::Barrier
  Expr alive = nullptr;    // the thread has not exited when it comes here (theory.md section 1)
  std::string text;        // "__syncthreads()"
  Loc loc;
  CallId call = 0;
};
// Registrations at named barriers and operations on mbarriers: core::NamedBarrier, core::Mbarrier
// with their operands as expressions of the protocol. They cut nothing here: src/barrier reads
// them. `alive`: as above; such a thread alone takes part.
struct NamedBarrier {
  core::NamedBarrier op;
  Expr alive = nullptr;
  Loc loc;
  CallId call = 0;
};
struct Mbarrier {
  core::Mbarrier op;
  Expr alive = nullptr;
  Loc loc;
  CallId call = 0;
};
// It orders nothing by itself: chains.hpp.
struct Fence {
  core::Fence op;
  Loc loc;
};
struct Seq {
  std::vector<NodePtr> parts;
};
// else_part may be nullptr. `alive`, here and in Loop (there over `binder`): the thread has not
// exited when it comes to this condition; nullptr: it may or may not have (such threads then count
// as threads that must reach the barriers inside).
struct If {
  Expr cond;
  NodePtr then_part, else_part;
  Loc loc;
  Expr alive = nullptr;
};
// Iterations 0, 1, 2, .. run while `cond` holds for them; `cond` is over `binder`. When `exact` is
// false some iteration with cond may not run (an early exit that was over-approximated).
struct Loop {
  SymbolId binder;
  Expr cond;
  NodePtr body;
  bool exact = true;
  std::vector<std::pair<std::string, Expr>> display; // source variables at the head, over binder
  Loc loc;
  Expr alive = nullptr; // as If::alive
};
// A proof obligation met on the way: `cond` must hold whenever it is reached.
struct Check {
  enum class Kind : std::uint8_t {
    assertion,
    not_understood, // must never be reached: `text` says what is not understood
    overflow,       // the unbounded reading may not be the machine's otherwise: `text`
    own_copy        // an access is apart from the thread's own copy in flight: `copy`
  };
  Expr cond;
  std::string text;
  Loc loc;
  CallId call = 0;
  Kind kind = Kind::assertion;
  std::optional<core::OwnCopy> copy = std::nullopt;
};
struct Node {
  std::variant<Access, Barrier, NamedBarrier, Mbarrier, Fence, Seq, If, Loop, Check> node;
};

// A loop variable that is an uninterpreted function of the iteration number:
// fn(.., 0) = init, fn(.., k+1) = op(fn(.., k), factor). theory.md: halving and doubling loops.
struct Sequence {
  enum class Step : std::uint8_t { multiply, divide } step = Step::divide;
  FunctionId fn;
  SymbolId binder;             // last argument of fn
  Expr init;                   // over enclosing binders
  std::int64_t factor = 2;     // >= 2
  std::vector<SymbolId> outer; // the other arguments of fn as `init` names them, outermost first
};

// What is known of the number of iterations of a loop, trips(..), where a thread is behind it.
struct LoopExit {
  FunctionId trips;
  Expr fact;                 // over `binders`, for whoever comes to the end of the loop
  std::vector<Expr> binders; // of the loops around: the arguments of `trips`
};

// What an application of Flavour::load reads: `size` bytes of `array` at its last argument. Of
// shared arrays every block has its own.
struct Load {
  FunctionId fn;
  ArrayId array;
  unsigned size;
  bool written; // the kernel writes the array
  bool initial; // read before anything was written: the array's content at the launch
};

// The result of an atomic on an element to which only ever numbers are added that are not negative,
// or such a result as the lane that drew it handed it to its warp. Its last arguments are the
// number and the offset. Two results r and s of numbers n and m are of ranges r .. r + n and s .. s
// + m that have nothing in common when they are of one element, of one `version` and their first
// `depth` arguments agree: between them nothing but such additions changed the element.
struct Increment {
  FunctionId fn;
  ArrayId array;
  std::uint32_t version;
  unsigned depth;
  bool stays = false;     // it is assumed that the element does not leave its type
  FunctionId drawn = 0;   // the result itself; of other functions others are
  bool handed_on = false; // equal applications are of one addition
};

// What lanes of a warp made together (core::Exchange), as a function that they share. Its
// arguments: iteration numbers around it (`around`), or the number of the meeting, a function of
// these, of lanes that the hardware chose; what tells groups of lanes in the warp apart; what is
// `asked` for.
//
//   ballot   bit `place` is `value` in a thread that came there
//   match    .. is value == what is asked for
//   lane     where `place` is asked for, it is `value`
struct Exchanged {
  enum class Kind : std::uint8_t { ballot, match, lane } kind = Kind::ballot;
  FunctionId fn;
  std::vector<SymbolId> around;
  bool met = false;      // its first argument is the number of a meeting
  std::size_t asked = 0; // of `match` and `lane`: the argument that says what is asked for
  Expr place; // i32, of the thread, in the bits of what it gives or among those asked for
  Expr value; // of the thread
  Expr done;  // the thread comes there
};

// The number of bits that are set in the first argument below the place that the second one says.
inline constexpr const char* bits_below = "popc_below";
// stops_within(x, e, a, b, .., n): is x, or a sum of x and up to n of the steps a, b, .., a, ..
// that take turns, equal to e?
inline constexpr const char* stops_within = "stops_within";

struct Protocol {
  const core::Kernel* kernel = nullptr;
  std::shared_ptr<Pool> pool;
  NodePtr root;
  std::vector<Sequence> sequences;
  std::vector<LoopExit> exits;
  std::vector<Load> loads; // one for every Flavour::load function made
  std::vector<Increment> increments;
  std::vector<Exchanged> exchanged;
  std::vector<std::pair<std::string, Loc>> unknowns; // reached constructs that were not understood
  bool assumes_alignment = false; // of vector accesses: those that are not aligned are left out
};

// theory.md section 2; core -> protocol.
Protocol infer(const core::Kernel& kernel, Ctx& ctx);
std::string to_string(const Protocol& protocol);
// What an application of Flavour::load reads; nullptr for a copy that was made for one thread.
const Load* find_load(const Protocol& protocol, Expr application);
// Is any access to global memory atomic? Those to shared memory tell other blocks nothing.
bool has_grid_atomics(const Protocol& protocol);
// Structural invariants (binders in scope, no variables, types agree); empty when sound.
std::vector<std::string> check(const Protocol& protocol);

} // namespace heddle::protocol
