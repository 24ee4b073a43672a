// What a formula means for a kernel: its names looked up, C's conversions made explicit.
#pragma once
#include "core/core.hpp"
#include "cuda/contract/contract.hpp"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace heddle::contract {

// What a name may stand for.
struct ArrayName { // a pointer parameter, at its first element
  core::ArrayId array;
  bool is_number = false; // a variable of the file that holds one integer
};
struct NoName {
  std::string reason; // why it has no value here, as "'threadIdx.x' .."; empty: nobody knows it
};
using Meaning = std::variant<Expr, ArrayName, NoName>;

// Paths as they are written, without blanks: "n", "p.n", "cfg->dims[2]", "ns::constant". Indices
// are decimal constants. What is an integer or boolean is an expression of that type, not yet
// promoted.
using Lookup = std::function<Meaning(const std::string& path)>;

struct NotUnderstood {
  enum class Cause : std::uint8_t {
    name, // something that is no value here is named
    form  // the names are known: something cannot be stated, or has no value
  } cause = Cause::form;
  std::string reason;
  std::uint32_t column = 1; // in the formula's text
};

// How operands of an integer operator get one type.
enum class Reading : std::uint8_t {
  cpp,         // as in C++
  mathematical // the same, but where C++ goes over to an unsigned type the values are kept, as
               // numbers of 64 bits: `i >= blockDim.x` is false for a negative i
};

// condition and all contracts hold
struct Statement {
  Expr condition;
  std::vector<core::Contract> contracts;
};
std::variant<Statement, NotUnderstood> resolve(const Formula& formula, Pool& pool,
                                               const Lookup& lookup, Reading reading);
// The value of a formula without contracts, of the type that C++ gives it.
std::variant<Expr, NotUnderstood> evaluate(const Formula& formula, Pool& pool, const Lookup& lookup,
                                           Reading reading);

} // namespace heddle::contract
