// The value that a shuffle hands to all lanes of a warp, where all of them have it: the number of
// the warp, as of threadIdx.x / 32, is made known to the compiler as the same for all in this way.
#include "cuda/lower/lowering.hpp"

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

// Is it the mask of all lanes?
bool is_full(const llvm::Value& mask) {
  const auto* c = llvm::dyn_cast<llvm::ConstantInt>(&mask);
  return c && static_cast<std::uint32_t>(c->getZExtValue()) == 0xffffffffu;
}

} // namespace

// `unknown`: the result where nothing is known of it.
Expr Lowering::broadcast(Expr value, Expr unknown) {
  const Uniform uniform(pool_, kernel_);
  if (value->type != unknown->type || !uniform.same(value)) return unknown;
  const bool of_thread = std::ranges::any_of(atoms(value), [&](Expr a) {
    return a->op == Op::symbol && pool_.symbol(a).role == Role::thread_index;
  });
  const Expr holds = of_thread ? uniform.condition() : pool_.boolean(true);
  return pool_.ite(holds, value, unknown);
}

// What a run hands from lane to lane: shuffle(mask, value, lane, width), shuffle_by(mask, value,
// how, operand, width), shuffle_in_tile(size, value, how, operand), shuffle_by_rank(mask, value,
// rank).
std::optional<core::Exchange> Lowering::shuffled(const llvm::CallBase& call,
                                                 const clang::FunctionDecl& callee) {
  using Kind = core::Exchange::Kind;
  if (!call.getType()->isSingleValueType() || call.getType()->isPointerTy()) return std::nullopt;
  const llvm::StringRef name = callee.getName();
  const auto constant = [&](unsigned i) {
    const auto* c = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(i));
    return c ? c->getSExtValue() : -1;
  };
  const auto number = [&](unsigned i) {
    return pool_.cast(scalar_as(*call.getArgOperand(i), true), Type::i32());
  };
  core::Exchange e;
  e.kind = Kind::lane;
  if (name == "shuffle_by_rank") {
    e.kind = Kind::nth;
    e.lane = number(2);
    e.mask = pool_.cast(scalar_as(*call.getArgOperand(0), false), Type::u32());
    e.value = scalar(*call.getArgOperand(1));
    return e;
  }
  if (name != "shuffle") {
    // heddle/intrinsics.h, enum Shuffle
    static constexpr std::array kinds{Kind::lane, Kind::up, Kind::down, Kind::across};
    const std::int64_t how = name == "shuffle_other" ? -1 : constant(2);
    if (how < 0 || how >= static_cast<std::int64_t>(kinds.size())) return std::nullopt;
    e.kind = kinds[static_cast<std::size_t>(how)];
  }
  e.lane = number(name == "shuffle" ? 2 : 3);
  if (name == "shuffle_in_tile") {
    const std::int64_t size = constant(0);
    if (size < 1 || size > warp_size) return std::nullopt;
    e.group_size = static_cast<unsigned>(size);
    e.width = pool_.constant(size, Type::i32());
  } else {
    e.mask = pool_.cast(scalar_as(*call.getArgOperand(0), false), Type::u32());
    e.width = number(name == "shuffle" ? 3 : 4);
  }
  e.value = scalar(*call.getArgOperand(1));
  return e;
}

// matching_lanes(mask, value), matching_in_tile(size, value)
void Lowering::matching(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  std::optional<core::Exchange> e;
  const bool tile = callee.getName() == "matching_in_tile";
  const auto* size = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (call.getArgOperand(1)->getType()->isSingleValueType() && (!tile || size)) {
    e.emplace();
    e->kind = core::Exchange::Kind::match;
    e->value = scalar(*call.getArgOperand(1));
    if (tile)
      e->group_size = static_cast<unsigned>(size->getZExtValue());
    else
      e->mask = pool_.cast(scalar_as(*call.getArgOperand(0), false), Type::u32());
  }
  lower_result(call, Scope::thread, "which lanes have the same value", e);
}

void Lowering::shuffle(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  const auto* width = callee.getName() == "shuffle"
                          ? llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(3))
                          : nullptr; // of another lane than one that is named
  const bool whole = width && width->equalsInt(32) && is_full(*call.getArgOperand(0));
  const bool one = whole && llvm::isa<llvm::ConstantInt>(call.getArgOperand(2)); // for all
  lower_result(call, one ? Scope::warp : Scope::thread, "the result of a shuffle",
               shuffled(call, callee));
  if (!whole || !call.getType()->isIntegerTy()) return;
  const Expr unknown = scalar(call);
  define(call, broadcast(as_type(scalar(*call.getArgOperand(1)), unknown->type), unknown));
}

} // namespace heddle::cuda
