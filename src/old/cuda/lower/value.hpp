// What C expressions evaluate to while a kernel is lowered.
#pragma once
#include "core/core.hpp"
#include "cuda/types/program.hpp"
#include "cuda/types/types.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle::cuda {

// Numbers the things a pointer may point into; 0 is the null pointer. Numbers are kept over passes.
using PointeeId = std::int64_t;
inline constexpr PointeeId null_pointee = 0;

// A pointer value: `base` (i32) is a PointeeId, one of `candidates` (sorted); `offset` counts
// bytes. `row` (i64): of a pointer loaded from an array, the byte offset where it was (0 for others
// where some candidate is one).
struct Pointer {
  Expr base = nullptr;
  std::vector<PointeeId> candidates;
  Expr offset = nullptr;
  Expr row = nullptr;
};

// An rvalue. Scalars use `scalar`, pointers and functions `pointer`, records and arrays `fields`.
struct Value {
  CT type;
  Expr scalar = nullptr;
  std::optional<Pointer> pointer;
  std::vector<Value> fields;
  std::optional<Pointer> address = {}; // integers: what they are the address of, where known
};

// Storage of a local variable, split into core variables.
struct Place {
  enum class Kind : std::uint8_t {
    scalar,    // var; parts[0], where it holds addresses: the pointer
    pointer,   // var: the offset (none for functions); base, row: where there may be several
    aggregate, // parts: fields of a record, elements of an array of pointers
    memory,    // array, at `offset`
    constant   // value: a parameter or constant that nobody assigns to
  };
  CT type;
  Kind kind = Kind::scalar;
  std::string name, key; // key: names this variable in every pass
  std::string root;      // key of the variable that this is a part of
  std::optional<core::VarId> var, base, row;
  std::vector<std::shared_ptr<Place>> parts;
  core::ArrayId array = 0;
  std::int64_t offset = 0;
  Value value;
};
using PlacePtr = std::shared_ptr<Place>;

// What an expression designates: a place, memory, or (neither set) a temporary `value`.
struct LValue {
  CT type;
  PlacePtr place;
  std::optional<Pointer> address;
  std::optional<Value> value;
  Loc loc;                                  // where a person would say that the access is
  BitField bits = {};                       // a bit-field, whose memory location `address` is
  std::shared_ptr<const LValue> whole = {}; // of a base class: the object it is the part of
  bool refers = false;                      // the name of a reference
};

struct FunctionRef {
  Item item;
  Bindings bindings;
  DeclPtr defaults = nullptr; // the declaration that has the default arguments, if another one
};

bool same_binding(const Binding& a, const Binding& b);
// "float", "4", "f": the argument as instances are named by it.
std::string to_string(const Binding& binding);
// Differs only where the arguments differ, however they are spelled.
std::string instance_text(const Binding& binding);

// What a PointeeId stands for in the current pass.
struct Pointee {
  enum class Kind : std::uint8_t { undeclared, null, array, place, function, unknown };
  Kind kind = Kind::undeclared;
  core::ArrayId array = 0;
  PlacePtr place;
  std::optional<FunctionRef> function;
  std::string reason; // unknown: why
};

// What lowering learns about a kernel and needs from the start: it lowers again until nothing new
// turns up. All of it only grows.
struct Learned {
  std::map<std::string, PointeeId> pointee_ids;
  std::map<std::string, std::set<PointeeId>> candidates; // of pointer variables, by Place::key
  std::set<std::string> in_memory;                       // variables that need an address
  std::set<std::string> addresses;                       // integers that hold addresses
  std::set<std::string> assigned;                        // parameters that are assigned to
  std::map<PointeeId, FunctionRef> functions;            // whose address is taken
  // Byte offset that pointer variables always have, by Place::key; nullopt: it varies.
  std::map<std::string, std::optional<std::int64_t>> offsets;
  // Pointer variables that hold pointers loaded from arrays, and keys of the memory behind arrays
  // of records whose members are not told apart.
  std::set<std::string> rows;
};

} // namespace heddle::cuda
