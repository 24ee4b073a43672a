#include "protocol/common.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

bool is_shared(const Pool& pool, Expr e) {
  return std::ranges::all_of(atoms(e), [&](Expr atom) {
    if (atom->op != Op::symbol) return false;
    const Role role = pool.symbol(atom).role;
    return role == Role::parameter || role == Role::grid_dim || role == Role::block_dim ||
           role == Role::block_index || role == Role::binder;
  });
}

// How the barrier is reached: not at all, or on common ways alone.
enum class Found : std::uint8_t { no, apart, together };

Found find(const NodePtr& node, const Barrier& barrier, const Pool* pool) {
  if (!node) return Found::no;
  const auto under = [&](Expr cond, const NodePtr& part) {
    const Found found = find(part, barrier, pool);
    return found == Found::together && !is_shared(*pool, cond) ? Found::apart : found;
  };
  if (const auto* here = std::get_if<Barrier>(&node->node))
    return here == &barrier ? Found::together : Found::no;
  if (const auto* seq = std::get_if<Seq>(&node->node)) {
    for (const NodePtr& part : seq->parts)
      if (const Found found = find(part, barrier, pool); found != Found::no) return found;
  } else if (const auto* branch = std::get_if<If>(&node->node)) {
    const Found found = under(branch->cond, branch->then_part);
    return found != Found::no ? found : under(branch->cond, branch->else_part);
  } else if (const auto* loop = std::get_if<Loop>(&node->node)) {
    const Found found = under(loop->cond, loop->body);
    return found == Found::together && !loop->exact ? Found::apart : found;
  }
  return Found::no;
}

} // namespace

bool is_common(const Protocol& protocol, const Barrier& barrier) {
  return find(protocol.root, barrier, protocol.pool.get()) == Found::together;
}

} // namespace heddle::protocol
