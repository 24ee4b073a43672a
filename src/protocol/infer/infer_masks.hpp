// Masks of lanes that are not constants but take few values: warp barriers are asked about for
// constant masks.
#pragma once
#include "expr/expr.hpp"

#include <optional>

namespace heddle::protocol {

struct MaskCase {
  Expr cond;
  std::int64_t mask;
};
// The values of `mask`, each with the condition under which it is that one: exactly one holds.
// Empty where there are many, or they are not known.
std::vector<MaskCase> mask_cases(Pool& pool, Expr mask);

} // namespace heddle::protocol
