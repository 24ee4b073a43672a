// What the lowering of one kernel keeps: names in scope, functions being inlined, closures, and
// what it is asked for.
#pragma once
#include "cuda/lower/value.hpp"
#include "cuda/types/program.hpp"

#include <variant>

namespace heddle::cuda {

// A parameter pack; its elements are names of their own (lower/pack.cpp).
struct Pack {
  std::size_t size = 0;
};

// Functions that a using declaration names.
struct Used {
  QualifiedName name;
};

// A name in a function: a type, something that has a value, a pack, or functions from elsewhere.
using Entity = std::variant<CT, LValue, Pack, Used>;
using Names = std::map<std::string, Entity>;

// Where a goto leads: to the end of a block, or back to the start of a loop.
struct Jump {
  core::LabelId label = 0;
  bool back = false;
};

struct LabelTarget {
  core::LabelId label;
  bool takes_continue;
  bool is_loop; // else `continue` leaves the block, as in do { .. } while (0)
};

// A function being inlined.
struct Frame {
  const FunctionDecl* function = nullptr;
  std::string scope;           // namespace prefix
  unsigned seen = end_of_file; // declarations of the file up to here (Program::order)
  std::string path;            // of calls, for keys
  std::string instance;        // of its template: each has static variables of its own
  bool is_instance = false;    // of a template, or in one
  std::vector<Names> names;
  std::optional<LValue> self; // `*this`
  core::CallId call = 0;
  core::LabelId return_label = 0;
  CT result_type;                 // null: deduced from the first return
  bool returns_reference = false; // the result is then a pointer
  PlacePtr result;
  std::optional<Value> direct_result; // of a function whose only return is its last statement
  bool single_return = false;
  std::vector<LabelTarget> targets; // of break and continue
  std::map<std::string, Jump> gotos;
  unsigned control_depth = 0;
};

// Where a token comes from that an arrival at an mbarrier gave.
struct Arrival {
  Expr base, offset;   // of the mbarrier
  std::uint64_t stamp; // of the variables in them
  std::uint64_t block; // in which the token got to where it is (Lowering::open_blocks_)
  unsigned loops;      // around it
  unsigned number;     // of the arrival
};

struct Argument {
  CT type;
  LValue lvalue; // or a temporary
  Loc loc;
  ExprPtr expr;
  bool is_lvalue = false;
};

// --assume, parsed once for all kernels.
struct OptionAssumption {
  ExprPtr expr;
  std::string text;
  bool understood = false; // by some kernel
};

// What a lambda has from where it stands; its value is an object without fields, of its own type.
struct Closure {
  const LambdaExpr* lambda = nullptr;
  std::shared_ptr<FunctionDecl> function; // its parameters and body
  std::vector<Names> names;               // in scope there; by value: copies
  std::optional<LValue> self;
  std::string scope;
  unsigned seen = end_of_file;
  bool is_mutable = false;
  Bindings bindings;
};

struct KernelRequest {
  Item item;
  Bindings bindings;                        // of template parameters
  std::map<std::string, RecordPtr> records; // the classes in them, by declaration and arguments
  std::string name;
  std::vector<LaunchItem> launches;                         // of this kernel
  bool assume_launches = true;                              // what they say of sizes and arguments
  bool assume_asserts = true;                               // of parameters and dimensions
  std::vector<std::string> open_types;                      // template types that nothing binds
  std::vector<std::pair<std::string, TypePtr>> open_values; // template values that stay symbolic
  std::vector<OptionAssumption>* assumptions = nullptr;
};

} // namespace heddle::cuda
