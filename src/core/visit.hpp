// Walks over statements.
#pragma once
#include "core/core.hpp"

namespace heddle::core {

// Calls `f` for every statement of `block` and of the blocks in it, outer ones first, in the order
// in which they stand.
template <class F> void for_each_statement(const Block& block, const F& f) {
  for (const Stmt& s : block) {
    f(s);
    if (const auto* branch = std::get_if<If>(&s.node)) {
      for_each_statement(branch->then_block, f);
      for_each_statement(branch->else_block, f);
    } else if (const auto* loop = std::get_if<Loop>(&s.node)) {
      for (const Block* part : {&loop->head, &loop->body, &loop->step})
        for_each_statement(*part, f);
    } else if (const auto* labeled = std::get_if<Labeled>(&s.node)) {
      for_each_statement(labeled->body, f);
    }
  }
}

} // namespace heddle::core
