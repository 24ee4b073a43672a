// Walks over statements, and what one of them holds.
#pragma once
#include "core/core.hpp"

#include <iterator>
#include <optional>
#include <set>

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

// Calls `f` for the blocks that are parts of `s`, which it may change, in the order in which they
// stand.
template <class F> void for_each_part(Stmt& s, const F& f) {
  if (auto* branch = std::get_if<If>(&s.node)) {
    f(branch->then_block);
    f(branch->else_block);
  } else if (auto* loop = std::get_if<Loop>(&s.node)) {
    for (Block* part : {&loop->head, &loop->body, &loop->step})
      f(*part);
  } else if (auto* labeled = std::get_if<Labeled>(&s.node)) {
    f(labeled->body);
  } else if (auto* copy = std::get_if<AsyncCopy>(&s.node)) {
    f(copy->body);
  }
}

// Puts what `f` makes of a loop into its place, inner loops first; nothing: the loop stays.
template <class F> void replace_loops(Block& block, const F& f) {
  Block all;
  for (Stmt& s : block) {
    for_each_part(s, [&](Block& part) { replace_loops(part, f); });
    std::optional<Block> other = std::holds_alternative<Loop>(s.node) ? f(s) : std::nullopt;
    if (other)
      std::move(other->begin(), other->end(), std::back_inserter(all));
    else
      all.push_back(std::move(s));
  }
  block = std::move(all);
}

// The variable that `s` itself sets.
inline std::optional<VarId> assigned_variable(const Stmt& s) {
  if (const auto* assign = std::get_if<Assign>(&s.node)) return assign->var;
  if (const auto* havoc = std::get_if<Havoc>(&s.node)) return havoc->var;
  if (const auto* read = std::get_if<Read>(&s.node)) return read->var;
  if (const auto* atomic = std::get_if<Atomic>(&s.node)) return atomic->var;
  return std::nullopt;
}

// The arrays that statements of the block write.
inline std::set<ArrayId> written_arrays(const Block& block) {
  std::set<ArrayId> all;
  for_each_statement(block, [&](const Stmt& s) {
    if (const auto* write = std::get_if<Write>(&s.node)) all.insert(write->array);
    if (const auto* atomic = std::get_if<Atomic>(&s.node)) all.insert(atomic->array);
  });
  return all;
}

// Calls `f` for the expressions that `s` (Stmt or const Stmt) itself evaluates, which it may
// change; not for a loop's condition, which belongs to the end of the head.
template <class S, class F> void for_each_expression(S& s, const F& f) {
  const auto all = [&](auto&... expressions) { ((expressions ? f(expressions) : void()), ...); };
  if (auto* assign = std::get_if<Assign>(&s.node)) all(assign->value);
  if (auto* read = std::get_if<Read>(&s.node)) all(read->offset);
  if (auto* write = std::get_if<Write>(&s.node)) all(write->offset, write->value);
  if (auto* atomic = std::get_if<Atomic>(&s.node))
    all(atomic->offset, atomic->operand, atomic->compare);
  if (auto* barrier = std::get_if<Barrier>(&s.node)) all(barrier->mask);
  if (auto* named = std::get_if<NamedBarrier>(&s.node)) all(named->id, named->count, named->at);
  if (auto* object = std::get_if<Mbarrier>(&s.node))
    all(object->offset, object->count, object->bytes, object->parity);
  if (auto* branch = std::get_if<If>(&s.node)) all(branch->cond);
  if (auto* assume = std::get_if<Assume>(&s.node)) all(assume->cond);
  if (auto* check = std::get_if<Assert>(&s.node)) {
    all(check->cond);
    if (check->copy) all(check->copy->offset);
  }
}

} // namespace heddle::core
