// Where the first thread of a block alone comes: `if (threadIdx.x == 0)`.
#include "protocol/infer/infer_engine.hpp"

#include <algorithm>
#include <array>

namespace heddle::protocol {

namespace {

using Axes = std::array<bool, 3>;

// Of a product that is zero with dimensions, which are not: the axis whose index is.
std::optional<std::size_t> axis_of(const Pool& pool, Expr leaf) {
  if (leaf->op == Op::cast) return axis_of(pool, leaf->args[0]);
  if (leaf->op == Op::symbol && pool.symbol(leaf).role == Role::thread_index)
    return pool.symbol(leaf).axis;
  if (leaf->op != Op::mul) return std::nullopt;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto low = interval(pool, leaf->args[1 - i]).low;
    if (low && *low >= 1)
      if (const auto axis = axis_of(pool, leaf->args[i])) return axis;
  }
  return std::nullopt;
}

// A sum of what is never negative is zero: so are its parts.
void zero(const Pool& pool, Expr e, Axes& axes) {
  const Linear sum = linear_exact(pool, e);
  if (sum.constant != 0) return;
  for (const auto& [leaf, factor] : sum.terms) {
    const auto low = interval(pool, leaf).low;
    if (factor < 0 || !low || *low < 0) return;
  }
  for (const auto& [leaf, factor] : sum.terms)
    if (const auto axis = axis_of(pool, leaf)) axes[*axis] = true;
}

void find(const Pool& pool, Expr cond, Axes& axes) {
  if (cond->op == Op::logical_and) {
    for (Expr part : cond->args)
      find(pool, part, axes);
  } else if (cond->op == Op::eq && cond->args[0]->type.is_int()) {
    for (std::size_t i = 0; i < 2; ++i)
      if (constant_value(cond->args[i]) == std::optional<std::int64_t>(0))
        zero(pool, cond->args[1 - i], axes);
  } else if (cond->op == Op::lt || cond->op == Op::le) {
    const auto limit = constant_value(cond->args[1]);
    if (limit == std::optional<std::int64_t>(cond->op == Op::lt ? 1 : 0))
      zero(pool, cond->args[0], axes);
  }
}

// Is the dimension said to be 1?
bool is_flat(Expr cond, Expr dimension) {
  if (cond->op == Op::logical_and)
    return std::ranges::any_of(cond->args, [&](Expr part) { return is_flat(part, dimension); });
  if (cond->op != Op::eq) return false;
  const auto is = [&](std::size_t i, Expr e) { return cond->args[i] == e; };
  const auto one = [&](std::size_t i) {
    return cond->args[i]->op == Op::constant && cond->args[i]->value == 1;
  };
  return (is(0, dimension) && one(1)) || (is(1, dimension) && one(0));
}

} // namespace

bool Engine::is_alone(const State& s) {
  Axes axes{};
  find(pool_, known_.all(), axes);
  find(pool_, guard(s), axes);
  for (std::size_t a = 0; a < 3; ++a) {
    if (axes[a] || !(kernel_.block_axes >> a & 1)) continue;
    Expr dimension = pool_.symbol_ref(kernel_.block_dim[a]);
    if (std::ranges::none_of(kernel_.assumptions, [&](const core::Assumption& assumed) {
          return is_flat(assumed.cond, dimension);
        }))
      return false;
  }
  return true;
}

} // namespace heddle::protocol
