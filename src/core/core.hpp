// The core language: what every kernel is lowered to. Structured statements over side-effect-free
// expressions; every memory access, barrier and jump is a statement of its own. Functions are
// inlined, structs and pointers are resolved into scalar variables, arrays and byte offsets.
//
// Example, as `--dump=core` prints it:
//
//   kernel saxpy(i32 n, global y: f32[], global x: f32[])
//     i := (i32)(blockIdx.x * blockDim.x + threadIdx.x)
//     if i < n
//       t1 := read x[4 * i .. +4]
//       write y[4 * i .. +4] := fadd(t1, t2)
//
// Expressions here may use symbols of role variable (mutable, one per Kernel::vars entry),
// parameter and the thread geometry; applications of Flavour::pure only. Reads of unknown things
// are statements (Read, Havoc). All offsets are i64 byte offsets from the array's start.
#pragma once
#include "expr/expr.hpp"
#include "support/tensor_core.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace heddle::core {

using VarId = SymbolId; // a symbol of Role::variable
using ArrayId = std::uint32_t;
using LabelId = std::uint32_t;
using CallId = std::uint32_t; // index into Kernel::calls; 0: written in the kernel itself

enum class Space : std::uint8_t { global, shared, constant, local };

// The texel that floating coordinates lead to: (what is before, coordinate).
inline constexpr const char* texel_number = "texel_number";

struct Array {
  std::string name; // in source terms: "tile", "out", "q.p"
  Space space = Space::global;
  std::string element; // element type as written: "float"
  Type element_type = Type::opaque(32);
  unsigned element_size = 4;      // bytes
  std::vector<std::int64_t> dims; // constant extents, outermost first; empty: unknown
  bool is_parameter = false;
  bool is_volatile = false;
  Loc loc;
  // Of the memory behind the pointers that another array, `holder`, holds: one row of so many bytes
  // for each byte offset there, around offset 0 of what the pointer points to.
  std::int64_t row_bytes = 0;
  std::optional<ArrayId> holder = {};
  // Of shared memory in a joined kernel: from one block's to the next.
  std::int64_t block_bytes = 0;
  // What its elements are only runs follow, but for integers at a place that is known: to compare
  // mixtures of texels is hard and seldom of use.
  bool is_texture = false;
  bool is_scalar = false; // a variable that is no array: it has no index
  bool is_tensor = false; // tensor memory (support/tensor_core.hpp); its space is shared
};

// Where a statement comes from when functions were inlined: the call it stands in.
struct CallSite {
  std::string function;
  Loc loc; // of the call expression
  CallId parent = 0;
};

struct Stmt;
using Block = std::vector<Stmt>;

struct Assign {
  VarId var;
  Expr value;
};
// How lanes of a warp, or the threads of a block, make a value of what each of them has: a shuffle,
// a vote, a reduction. Runs follow it; inference knows of the value what Havoc says, and of some
// kinds more (protocol::Exchanged). Its expressions are not among those that for_each_expression
// calls for.
struct Exchange {
  enum class Kind : std::uint8_t {
    lane, // of another thread: `lane` names it in the segment of `width` lanes
    up,   // .. so many lanes before, behind, or across by exclusive or
    down,
    across,
    nth, // of the thread that is this one of those in `mask`, from 0
    all, // of truth values
    any,
    count,
    ballot,
    match, // a mask of those that have the same value
    add,   // of numbers
    least,
    greatest,
    bits_and,
    bits_or,
    bits_xor,
    same // each has it already
  } kind = Kind::same;
  Expr value; // what the thread has
  Expr lane = nullptr;
  Expr width = nullptr;      // i32; nullptr: 32
  Expr mask = nullptr;       // u32, of the lanes that take part; nullptr: all
  unsigned group_size = 0;   // lanes of a tile of a warp that take part (0: the warp's)
  Scope scope = Scope::warp; // or block
};
// var gets an unknown value; `sharing`: widest group of threads that is known to get the same one
// (a block-wide vote: Scope::block). For pointers and the like `reason` names what was not
// understood, or is empty when the value simply is not tracked (a float computation).
struct Havoc {
  VarId var;
  Scope sharing = Scope::thread;
  std::string reason;
  // unset: a variable that nothing has set, whatever it holds. Else what the hardware decides.
  // lanes: a mask of lanes of the thread's warp that are here at the same time, itself among them
  // (__activemask(), coalesced_threads()); all of them get the same mask. lane: the number of the
  // one that does a part of what its whole warp does together.
  enum class Choice : std::uint8_t { none, lanes, lane, unset } choice = Choice::none;
  std::optional<Exchange> exchange = std::nullopt;
};
// Which way atomics move a cell, by the order of numbers that is meant; `any`: not known.
enum class Trend : std::uint8_t {
  none,
  any,
  up_signed,
  up_unsigned,
  up_real,
  down_signed,
  down_unsigned,
  down_real
};
// `guess`: not `none` where the value is only a guess of what an atomicCAS on the same cell finds
// there, in a loop that goes on until that succeeds: then it does not matter when others change the
// cell by atomics, or by atomics that move it this way.
struct Read {
  VarId var;
  ArrayId array;
  Expr offset;
  unsigned size;
  unsigned align = 1; // of vector types: bytes; an offset that is no multiple of it traps
  TensorPart tensor = no_tensor_part; // of an operation of the tensor core, which makes it later
  Trend guess = Trend::none;
};
// value: nullptr when not known.
struct Write {
  ArrayId array;
  Expr offset;
  unsigned size;
  Expr value;
  unsigned align = 1;                 // as Read
  TensorPart tensor = no_tensor_part; // likewise
};
// Read-modify-write; var (optional) gets the old value. `scope`: whose threads it is atomic for, a
// block, a cluster or all (grid: gpu and system alike). `op`: "add", "exch", "cas", ..; "load"
// writes nothing, "cas" writes where the old value is `compare`. `acquires`: by its value the
// thread may learn what others did before they released it; `releases`: whoever gets its value so
// learns what was done before it.
struct Atomic {
  std::optional<VarId> var;
  ArrayId array;
  Expr offset;
  unsigned size;
  Scope scope;
  std::string op;
  Expr operand;
  bool acquires = false;
  bool releases = false;
  Expr compare = nullptr; // nullptr: not known, or no "cas"
  Trend trend = Trend::any;
};
// Beside atomics that neither acquire nor release it makes up for that, for the threads of `scope`.
// `sequential`: all such fences are in one order that everybody agrees on.
struct Fence {
  Scope scope = Scope::grid;
  bool acquires = true, releases = true;
  bool sequential = false;
};
// `mask`: for Scope::warp, the mask expression (u32) or nullptr for the full warp.
// `group_size`: threads per group when it is a tile of a warp (0: the scope's own size).
struct Barrier {
  Scope scope = Scope::block;
  Expr mask = nullptr;
  unsigned group_size = 0;
  std::string text;
};
// A registration at a named barrier of the block: PTX's bar.sync, bar.arrive, bar.red,
// barrier.sync. Or of the thread alone, without id and count: a proxy fence, which makes what it
// and those before it did known to the async proxy; a wait for matrix products of its warpgroup; a
// fence of tensor operations before or behind what orders threads; a fence between what threads do
// to tensor maps and copies that go by them.
struct NamedBarrier {
  enum class Kind : std::uint8_t {
    sync,
    arrive,
    fence,
    matrix_wait,
    tensor_before, // tcgen05.fence::before_thread_sync
    tensor_after,  // tcgen05.fence::after_thread_sync
    map_release,   // fence.proxy.tensormap::generic.release
    map_acquire    // fence.proxy.tensormap::generic.acquire, of the map at `map` + `at`
  } kind = Kind::sync;
  Expr id;              // u32
  Expr count = nullptr; // u32, threads that complete a generation; nullptr: all of the block
  bool aligned = true;  // all threads of a warp run the same instruction together
  std::string text;     // "bar.sync 1, 64"
  ArrayId map = 0;
  Expr at = nullptr; // bytes
};
// An operation on an mbarrier object, 8 bytes of shared memory.
struct Mbarrier {
  enum class Kind : std::uint8_t {
    init, // `count` arrivals complete a phase
    inval,
    arrive,   // `count` arrivals; with `bytes`: arrive.expect_tx
    expect,   // expect_tx of `bytes`
    complete, // `bytes` arrive: complete_tx, or an asynchronous copy that reports them (the copy's
              // accesses are the reads and writes before it at the same loc and call)
    commit,   // an arrival when all operations of the tensor core are over that the thread issued
              // before (tcgen05.commit)
    wait_parity, // until the phase of parity `parity` has completed
    wait_own     // until the phase of the thread's own last arrival has completed
  } kind = Kind::init;
  ArrayId array;
  Expr offset;           // bytes
  Expr count = nullptr;  // u32; arrive: nullptr is 1
  Expr bytes = nullptr;  // u32
  Expr parity = nullptr; // u32
  // An arrival that releases nothing, or a wait that acquires nothing (.relaxed): fences of tensor
  // operations alone may make order of it.
  bool relaxed = false;
  bool releases = false; // complete: what the thread did before, too, and not the copy's part alone
  std::string text;
};
struct If {
  Expr cond;
  Block then_block, else_block;
};
// while (true) { head; if (!cond) break; body; step }: `continue` goes to step. `label` is what
// Break and Continue name. `head` may hold reads that the condition needs.
struct Loop {
  LabelId label;
  Block head;
  Expr cond;
  Block body;
  Block step;
};
// body; Break{label} leaves it (inlined function bodies, switch, forward goto).
struct Labeled {
  LabelId label;
  Block body;
};
struct Break {
  LabelId label;
};
struct Continue {
  LabelId label;
};
struct Exit {}; // the thread returns from the kernel
// __assume: holds here in every execution. `of_results`: what the results of votes and the like are
// by their meaning, which values that are not known have as well.
struct Assume {
  Expr cond;
  bool of_results = false;
};
// The thread's own asynchronous copy, which may be in flight when it makes an access of its own:
// nothing orders the two.
struct OwnCopy {
  ArrayId array; // that the access is to, and where
  Expr offset;
  bool writes = false;      // the access writes
  bool copy_writes = false; // the copy writes
  Loc loc;                  // of the copy
  CallId call = 0;
};
// assert, __assert: an obligation. With `copy`: that the access which follows is apart from it.
struct Assert {
  Expr cond;
  std::string text;
  std::optional<OwnCopy> copy = std::nullopt;
};
// Copies whose groups are counted apart: cp.async; bulk copies with bulk groups; what wgmma reads;
// tcgen05.ld and tcgen05.st.
enum class CopyChannel : std::uint8_t { async, bulk, matrix, tensor_load, tensor_store };
// The accesses of a copy that happens at some time from here to the wait that completes it. Only
// before complete_copies (copies.hpp), as CopyGroup.
struct AsyncCopy {
  Block body;
  CopyChannel channel = CopyChannel::async;
};
// What a thread says of its copies: those issued since the last commit are a group; a wait
// completes all groups but the last `pending` ones, or all copies, of a group or not.
struct CopyGroup {
  enum class Kind : std::uint8_t { commit, wait, wait_all } kind = Kind::commit;
  Expr pending = nullptr; // wait: i64
  CopyChannel channel = CopyChannel::async;
};
// Something the front end does not understand and which may matter: reaching it makes the
// kernel's verdict unknown (unless refuted elsewhere).
struct Unsupported {
  std::string reason;
};

struct Stmt {
  using Node = std::variant<Assign, Havoc, Read, Write, Atomic, Fence, Barrier, NamedBarrier,
                            Mbarrier, If, Loop, Labeled, Break, Continue, Exit, Assume, Assert,
                            Unsupported, AsyncCopy, CopyGroup>;
  Node node;
  Loc loc;
  CallId call = 0;
};

// A precondition that everything proved depends on; printed in the report.
struct Assumption {
  Expr cond;          // over parameters and dimensions only
  std::string text;   // as shown to the user
  std::string origin; // "__requires", "--assume", "--block", "launch at f.cu:12:3", "default", ..
  Loc loc;
};

// A precondition about an array's elements at the launch; printed as an Assumption, too.
struct Contract {
  enum class Kind : std::uint8_t {
    distinct, // no two elements are equal
    monotone, // no element is smaller than one before it
    forall    // `holds`, whatever integers `bound` are
  } kind = Kind::distinct;
  ArrayId array = 0; // distinct, monotone

  // What `value`, a symbol of `holds`, stands for: array[index + plus].
  struct Element {
    SymbolId value;
    ArrayId array;
    SymbolId index; // one of `bound`
    std::int64_t plus;
  };
  std::vector<SymbolId> bound{};
  std::vector<Element> elements{};
  Expr holds = nullptr; // over `bound`, elements, parameters and dimensions; all of 64 bits
};

// Which instruction an asynchronous copy is: what it accesses has the same place, and the same
// number there.
using CopyPlace = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, CallId>;
inline CopyPlace copy_place(Loc loc, CallId call) {
  return {loc.file, loc.line, loc.column, loc.operation, call};
}

struct Parameter {
  std::string name;
  std::optional<SymbolId> symbol; // scalars
  std::optional<ArrayId> array;   // pointers
  std::string type;               // as written
  Loc loc;
};

// Of a block whose shared memory other blocks use, the thread that marks where it begins and ends
// (clusters.hpp): the block is there as long as this one is.
enum class Keeper : std::uint8_t { first_thread, last_thread };

struct Kernel {
  std::string name;
  Loc loc;
  std::shared_ptr<Pool> pool;
  std::vector<Parameter> params;
  std::vector<VarId> vars;
  std::vector<Array> arrays;
  std::vector<CallSite> calls{CallSite{}}; // calls[0] is the kernel itself
  std::vector<Assumption> assumptions;
  std::vector<Contract> contracts;
  Block body;
  // Geometry symbols, always present: threadIdx, blockIdx, blockDim, gridDim. All u32.
  std::array<SymbolId, 3> thread_index{}, block_index{}, block_dim{}, grid_dim{};
  // Axes that the source mentions or a launch/option gives (bit 0 = x); others are assumed to be 1.
  std::uint8_t block_axes = 0, grid_axes = 0;
  // Pairs of arrays that may be the same memory (--alias, one pointer passed twice).
  std::vector<std::pair<ArrayId, ArrayId>> aliases;
  // Those of them of which the host chooses both arrays, and may not choose one for both.
  std::set<std::pair<ArrayId, ArrayId>> chosen_aliases;
  std::set<CopyPlace> async_proxy; // copies whose accesses are of the async proxy
  // Of them, those of matrix products: the four warps of a warpgroup make one together, and each
  // thread's wait for it is enough.
  std::set<CopyPlace> matrix_reads;
  // Of them, those that go by a tensor map: what they read of global memory is the map, by a proxy
  // of its own.
  std::set<CopyPlace> by_map;
  // Places at which the thread gives the address of a row of 16 bytes that lanes of its warp load
  // or store together (ldmatrix, stmatrix), and how many bytes at a time each of them does.
  std::map<CopyPlace, unsigned> lane_rows;
  // Blocks of a cluster along x, y and z that are to be checked as one (join_blocks.hpp), zeros:
  // each block is by itself; and those that are one.
  std::array<unsigned, 3> to_join{0, 0, 0}, joined{1, 1, 1};
  Keeper keeper = Keeper::first_thread;
  // Numbers of elements of arrays within elements that are accessed at an index (`s.v[i]`).
  std::set<std::int64_t> member_extents;
  // Things noticed that make the whole kernel unknown (an island it needs, a bad signature, ..).
  std::vector<std::pair<std::string, Loc>> unknowns;
  // Why no finding is confirmed, whatever the replay says; empty: findings are.
  std::string doubt;
};

// Makes a kernel with an empty body and its geometry symbols (0 <= threadIdx.a < 1024 etc.).
Kernel make_kernel(std::string name, Loc loc);
// Does the atomic add an integer to one element of an array of such?
bool is_addition(const Kernel& kernel, const Atomic& atomic);
std::string to_string(Mbarrier::Kind kind); // "arrive", "wait", ..
inline constexpr unsigned map_bytes = 128;  // of a tensor map (PTX ISA, "tensormap": 1024 bits)
// Is what a statement at `place` reads of `array` the tensor map that it goes by?
bool reads_map(const Kernel& kernel, const CopyPlace& place, ArrayId array);
// Does it have an atomic that acquires?
bool has_acquires(const Kernel& kernel);
// Does it have barriers of lanes that the hardware chose?
bool has_chosen_lanes(const Kernel& kernel);
// Statements that report to mbarriers: what else is at the same place is of the copy.
std::set<CopyPlace> reporting_copies(const Kernel& kernel);
// Does it have statements of named barriers or mbarriers, or accesses of the async proxy?
bool has_named_barriers(const Kernel& kernel);
// Takes proxy fences away where nothing is of the async proxy, fences of tensor operations where
// there is no tensor memory, and other fences where no value of an atomic could tell of them.
void drop_needless_fences(Kernel& kernel);
// Text of `--dump=core`; stable.
std::string to_string(const Kernel& kernel);
// Structural invariants (labels in scope, types agree, arrays exist); empty when sound.
std::vector<std::string> check(const Kernel& kernel);

} // namespace heddle::core
