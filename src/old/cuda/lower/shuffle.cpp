// The value that a shuffle hands to all lanes of a warp, where all of them have it: the number of
// the warp, as of threadIdx.x / 32, is made known to the compiler as the same for all in this way.
#include "cuda/lower/internal.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::int64_t warp_size = 32;

// Expressions of the geometry that are equal in all lanes of a warp, by their form.
class Uniform {
public:
  Uniform(Pool& pool, const core::Kernel& kernel) : pool_(pool), kernel_(kernel) {}

  bool same(Expr e) const {
    const auto constant = [&](std::size_t i) { return constant_value(e->args[i]); };
    switch (e->op) {
    case Op::constant:
      return true;
    case Op::symbol:
      return same_symbol(pool_.symbol(e).role);
    case Op::div:
      if (const auto d = constant(1))
        return same(e->args[0]) || (*d > 0 && *d % warp_size == 0 && rows(e->args[0]));
      break;
    case Op::shr:
      if (const auto d = constant(1))
        return same(e->args[0]) || (*d >= 5 && *d < 32 && rows(e->args[0]));
      break;
    case Op::bit_and:
      if (const auto d = constant(1))
        return same(e->args[0]) || (*d % warp_size == 0 && rows(e->args[0]));
      break;
    case Op::apply:
      return false;
    default:
      break;
    }
    return std::ranges::all_of(e->args, [&](Expr a) { return same(a); });
  }

  // Of which form the lanes of a warp have 32 k to 32 k + 31: threadIdx.x, where rows are warps.
  bool rows(Expr e) const {
    const auto constant = [&](std::size_t i) { return constant_value(e->args[i]); };
    switch (e->op) {
    case Op::symbol:
      return pool_.symbol(e).role == Role::thread_index && pool_.symbol(e).axis == 0;
    case Op::cast:
      return e->type.width >= 32 && rows(e->args[0]);
    case Op::add: // not below zero, where division rounds the other way
      return constant(1).value_or(-1) >= 0 && *constant(1) < 1 << 20 &&
             *constant(1) % warp_size == 0 && rows(e->args[0]);
    case Op::rem:
      return constant(1).value_or(0) > 0 && *constant(1) % warp_size == 0 && rows(e->args[0]);
    default:
      return false;
    }
  }

  // Warps lie in rows of the block, or the block is one row.
  Expr condition() const {
    const auto dim = [&](std::size_t axis) { return pool_.symbol_ref(kernel_.block_dim[axis]); };
    const auto number = [&](std::int64_t n) { return pool_.constant(n, Type::u32()); };
    return pool_.logical_or(
        pool_.eq(pool_.rem(dim(0), number(warp_size)), number(0)),
        pool_.logical_and(pool_.eq(dim(1), number(1)), pool_.eq(dim(2), number(1))));
  }

private:
  static bool same_symbol(Role role) {
    return role == Role::parameter || role == Role::grid_dim || role == Role::block_dim ||
           role == Role::block_index;
  }

  Pool& pool_;
  const core::Kernel& kernel_;
};

} // namespace

// `unknown`: the result where nothing is known of it.
Value Lowering::broadcast(const Value& value, const Value& unknown) {
  const Uniform uniform(*pool_, kernel_);
  if (!value.scalar || !unknown.scalar || value.scalar->type != unknown.scalar->type ||
      !uniform.same(value.scalar))
    return unknown;
  const bool of_thread = std::ranges::any_of(atoms(value.scalar), [&](Expr a) {
    return a->op == Op::symbol && pool_->symbol(a).role == Role::thread_index;
  });
  const Expr holds = of_thread ? uniform.condition() : pool_->boolean(true);
  return make_scalar(value.type, pool_->ite(holds, value.scalar, unknown.scalar));
}

} // namespace heddle::cuda
