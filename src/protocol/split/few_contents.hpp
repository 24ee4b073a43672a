// Can arrays hold anything that keeps the contracts? A question of two threads sees few elements of
// an array at a time; a run reads more, and contracts that two elements can keep may be too much
// for eight (all differ, and all are 0 or 1).
#pragma once
#include "core/core.hpp"

namespace heddle::protocol {

// What contracts of the kernel's arrays say of the first few elements of each, as facts of symbols
// made here.
std::vector<Expr> few_contents(const core::Kernel& kernel,
                               const std::vector<core::Contract>& contracts);

} // namespace heddle::protocol
