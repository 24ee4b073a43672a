// Walks over statements.
#pragma once
#include "core/core.hpp"

namespace heddle::core {

template <class F> void for_each_statement(const Block& block, const F& f);

// Calls `f` for `s` and every statement of the blocks in it, outer ones first, in the order in
// which they stand.
template <class F> void for_each_statement(const Stmt& s, const F& f) {
  f(s);
  if (const auto* branch = std::get_if<If>(&s.node)) {
    for_each_statement(branch->then_block, f);
    for_each_statement(branch->else_block, f);
  } else if (const auto* loop = std::get_if<Loop>(&s.node)) {
    for (const Block* part : {&loop->head, &loop->body, &loop->step})
      for_each_statement(*part, f);
  } else if (const auto* labeled = std::get_if<Labeled>(&s.node)) {
    for_each_statement(labeled->body, f);
  } else if (const auto* copy = std::get_if<AsyncCopy>(&s.node)) {
    for_each_statement(copy->body, f);
  }
}

template <class F> void for_each_statement(const Block& block, const F& f) {
  for (const Stmt& s : block)
    for_each_statement(s, f);
}

} // namespace heddle::core
