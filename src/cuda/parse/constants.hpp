// Constants of a file by name, for conditions that options give.
#pragma once
#include "cuda/parse/unit.hpp"
#include "expr/expr.hpp"

#include <optional>

namespace heddle::cuda {

struct Constant {
  std::int64_t value;
  Type type;
};
// "N", "ns::N": an enumerator, a variable with a constant value, or a macro that is a number.
std::optional<Constant> constant(const Unit& unit, const std::string& name);

} // namespace heddle::cuda
