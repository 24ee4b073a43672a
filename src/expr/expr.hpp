// Side-effect-free expressions: typed, hash-consed, shared by every pass after the front end.
//
// An expression is a pointer to an immutable node of a Pool; equal expressions of one pool are
// equal pointers. Builders fold constants and put operands in a stable order, so that later passes
// may compare pointers. Example, in printed form: `i32 tid.x + 4 * k < n`.
//
// Integer semantics. Every operator carries the machine type of its C operands. Two readings exist:
// `unbounded` (the default of the checker: arithmetic of signed types and +,* of unsigned types
// never overflow, which is printed as an assumption; unsigned -, negation, ~ and narrowing casts
// wrap) and `machine` (everything wraps; the interpreter's). Division and remainder truncate as in
// C.
#pragma once
#include "support/source.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace heddle {

struct Type {
  enum class Tag : std::uint8_t { boolean, integer, opaque };
  Tag tag = Tag::integer;
  std::uint8_t width = 32; // bits; of opaque values the storage size (float 32, double 64, ..)
  bool is_signed = true;

  static constexpr Type boolean() { return {Tag::boolean, 1, false}; }
  static constexpr Type integer(unsigned width, bool is_signed) {
    return {Tag::integer, static_cast<std::uint8_t>(width), is_signed};
  }
  static constexpr Type i32() { return integer(32, true); }
  static constexpr Type u32() { return integer(32, false); }
  static constexpr Type i64() { return integer(64, true); }
  static constexpr Type u64() { return integer(64, false); }
  // A value that is carried but not computed with (floating point, unknown types).
  static constexpr Type opaque(unsigned width) {
    return {Tag::opaque, static_cast<std::uint8_t>(width), false};
  }
  bool is_bool() const { return tag == Tag::boolean; }
  bool is_int() const { return tag == Tag::integer; }
  bool is_opaque() const { return tag == Tag::opaque; }
  bool operator==(const Type&) const = default;
};
std::string to_string(Type type); // "bool", "i32", "u64", "opaque32"

enum class Op : std::uint8_t {
  constant, // integer or boolean, Node::value; opaque constants are pure functions without
            // arguments
  symbol,   // Node::value is the SymbolId
  apply,    // Node::value is the FunctionId; args
  add,
  sub,
  mul,
  div,
  rem, // integers of one type; div, rem truncate
  bit_and,
  bit_or,
  bit_xor,
  bit_not,
  shl,
  shr,  // integers; shr is arithmetic on signed types
  cast, // integer -> integer of another type; value modulo 2^width
  eq,
  lt,
  le, // two integers of one type (eq: any type) -> bool
  logical_not,
  logical_and,
  logical_or, // and, or: n-ary, flattened
  ite         // bool, then two of one type
};
inline constexpr std::size_t op_count = static_cast<std::size_t>(Op::ite) + 1;

struct Node;
using Expr = const Node*; // never null inside a tree; nullptr means "no expression" where allowed
using SymbolId = std::uint32_t;
using FunctionId = std::uint32_t;

struct Node {
  Op op;
  Type type;
  std::int64_t value;
  std::uint32_t id; // order of creation in its pool: a stable order for printing and sorting
  std::vector<Expr> args;
};

// What a symbol stands for decides whether two threads share its value.
enum class Role : std::uint8_t {
  variable,  // mutable variable of a core program; gone after inference
  parameter, // kernel parameter or other launch constant: the same in the whole grid
  grid_dim,
  block_dim,    // Symbol::axis 0..2: the same in the whole grid
  block_index,  // the same in one block
  thread_index, // per thread
  binder,       // iteration number of a loop, from 0
  fresh         // made by a later pass (renamed copies, solver helpers)
};

struct Symbol {
  std::string name; // in source terms: "n", "threadIdx.x"
  Type type;
  Role role = Role::fresh;
  std::uint8_t axis = 0;
  std::optional<std::int64_t> low, high; // inclusive bounds known to hold always
  Loc loc;
};

// Functions without a definition.
enum class Flavour : std::uint8_t {
  pure,    // deterministic: equal arguments, equal result, in every thread (float ops, math)
  load,    // content of an array, args end with the byte offset: shared by all threads
  unknown, // over-approximated value at one place: args are the binders around it; `sharing`
           // says which threads get the same value for the same binders
  sequence // loop variable without closed form: args are enclosing binders, last the iteration
};
enum class Scope : std::uint8_t { thread, warp, block, cluster, grid };
const char* to_string(Scope scope); // "block"

struct Function {
  std::string name;
  Type type;
  Flavour flavour = Flavour::pure;
  Scope sharing = Scope::thread; // unknown, sequence: widest group that sees one value
  Loc loc;
  std::string reason;                    // unknown: why it is not known, in the user's terms
  std::optional<std::int64_t> low, high; // inclusive bounds of the result
};

class Pool {
public:
  Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  SymbolId new_symbol(Symbol symbol);
  FunctionId new_function(Function function);
  // The pure function `name` with result `type`; one per (name, type).
  FunctionId pure_function(const std::string& name, Type type);
  const Symbol& symbol(SymbolId id) const;
  const Function& function(FunctionId id) const;
  const Symbol& symbol(Expr e) const { return symbol(static_cast<SymbolId>(e->value)); }
  const Function& function(Expr e) const { return function(static_cast<FunctionId>(e->value)); }
  void bound_symbol(SymbolId id, std::optional<std::int64_t> low, std::optional<std::int64_t> high);
  // Replaces the bounds of a symbol that is `value` whatever its limits were (--block 2048).
  void fix_symbol(SymbolId id, std::int64_t low, std::int64_t high);

  Expr constant(std::int64_t value, Type type = Type::i32());
  Expr boolean(bool value);
  Expr symbol_ref(SymbolId id);
  Expr apply(FunctionId id, std::vector<Expr> args);

  Expr add(Expr a, Expr b);
  Expr sub(Expr a, Expr b);
  Expr mul(Expr a, Expr b);
  Expr div(Expr a, Expr b);
  Expr rem(Expr a, Expr b);
  Expr bit_and(Expr a, Expr b);
  Expr bit_or(Expr a, Expr b);
  Expr bit_xor(Expr a, Expr b);
  Expr bit_not(Expr a);
  Expr shl(Expr a, Expr b);
  Expr shr(Expr a, Expr b);
  Expr neg(Expr a) { return sub(constant(0, a->type), a); }
  Expr cast(Expr a, Type type);
  Expr eq(Expr a, Expr b);
  Expr ne(Expr a, Expr b) { return logical_not(eq(a, b)); }
  Expr lt(Expr a, Expr b);
  Expr le(Expr a, Expr b);
  Expr gt(Expr a, Expr b) { return lt(b, a); }
  Expr ge(Expr a, Expr b) { return le(b, a); }
  Expr logical_not(Expr a);
  Expr logical_and(Expr a, Expr b);
  Expr logical_or(Expr a, Expr b);
  Expr all(std::span<const Expr> conjuncts);
  Expr any(std::span<const Expr> disjuncts);
  Expr implies(Expr a, Expr b) { return logical_or(logical_not(a), b); }
  Expr ite(Expr c, Expr t, Expr f);
  // Builds a node of `op` with the builder above it; args as Node::args has them.
  Expr rebuild(Op op, Type type, std::int64_t value, std::vector<Expr> args);

  // Replaces leaves and applications bottom-up: `f` is given every symbol and every rebuilt
  // application and answers its replacement, or nullptr to keep it. `memo` may be shared between
  // calls with the same f.
  using Memo = std::unordered_map<Expr, Expr>;
  Expr substitute(Expr e, const std::function<Expr(Expr)>& f, Memo& memo);
  Expr substitute(Expr e, const std::function<Expr(Expr)>& f) {
    Memo memo;
    return substitute(e, f, memo);
  }

private:
  friend class PoolBuilder; // build.cpp
  Expr intern(Op op, Type type, std::int64_t value, std::vector<Expr> args);
  struct Hash {
    std::size_t operator()(Expr e) const;
  };
  struct Equal {
    bool operator()(Expr a, Expr b) const;
  };
  mutable std::mutex mutex_; // passes of one kernel may build expressions from several tasks
  std::deque<Node> nodes_;
  std::unordered_set<Expr, Hash, Equal> table_;
  std::deque<Symbol> symbols_;
  std::deque<Function> functions_;
  std::unordered_map<std::string, FunctionId> pure_;
};

// Value of an integer or boolean constant.
std::optional<std::int64_t> constant_value(Expr e);
inline bool is_true(Expr e) { return e->op == Op::constant && e->type.is_bool() && e->value; }
inline bool is_false(Expr e) { return e->op == Op::constant && e->type.is_bool() && !e->value; }

// Interval that contains every value of the integer expression `e` in the unbounded reading;
// std::nullopt on a side means no bound is known. `low`/`high` never exceed the int64 range.
struct Interval {
  std::optional<std::int64_t> low, high;
};
Interval interval(const Pool& pool, Expr e);
// Bounds of a machine type; none for u64's upper bound.
Interval type_range(Type type);
// `value` reduced into `type` modulo 2^width.
std::int64_t wrap(std::int64_t value, Type type);

// All distinct symbols and applications below `e`, in order of id.
std::vector<Expr> atoms(Expr e);

// Whether a leaf occurs in expressions. What they share is looked at once.
class Mentioned {
public:
  explicit Mentioned(Expr leaf) : leaf_(leaf) {}
  bool in(Expr e);

private:
  Expr leaf_;
  std::unordered_map<Expr, bool> known_;
};

// Source-like text, with minimal parentheses: "blockIdx.x * blockDim.x + threadIdx.x < n".
std::string to_string(const Pool& pool, Expr e);

} // namespace heddle
