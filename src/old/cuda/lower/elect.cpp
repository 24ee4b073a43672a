// elect.sync: one lane of a mask, always the same, but it is not said which. Where warps take roles
// at barriers, what one lane does decides about all: it is assumed to be the first, which is
// printed.
#include "cuda/lower/internal.hpp"

#include <bit>

namespace heddle::cuda {

namespace {

// Sets these variables where they were of unknown value.
bool set_lanes(core::Block& block, const std::map<core::VarId, std::uint32_t>& lanes, Pool& pool) {
  bool any = false;
  for (core::Stmt& s : block) {
    if (const auto* havoc = std::get_if<core::Havoc>(&s.node)) {
      const auto lane = lanes.find(havoc->var);
      if (lane == lanes.end()) continue;
      s.node = core::Assign{lane->first, pool.constant(lane->second, Type::u32())};
      any = true;
    } else if (auto* branch = std::get_if<core::If>(&s.node)) {
      any |= set_lanes(branch->then_block, lanes, pool);
      any |= set_lanes(branch->else_block, lanes, pool);
    } else if (auto* loop = std::get_if<core::Loop>(&s.node)) {
      for (core::Block* part : {&loop->head, &loop->body, &loop->step})
        any |= set_lanes(*part, lanes, pool);
    } else if (auto* labeled = std::get_if<core::Labeled>(&s.node)) {
      any |= set_lanes(labeled->body, lanes, pool);
    }
  }
  return any;
}

} // namespace

// The number of the chosen lane in its warp, u32. `mask`: nullptr if not known.
Expr Lowering::elected_lane(Expr mask, Loc loc) {
  const Value one =
      unknown_value(make_integer(32, false), "the lane that elect.sync chooses", loc, Scope::warp);
  const auto lanes = mask ? constant_value(mask) : std::nullopt;
  if (lanes && static_cast<std::uint32_t>(*lanes) != 0)
    elected_[static_cast<core::VarId>(one.scalar->value)] =
        static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint32_t>(*lanes)));
  return pool_->rem(one.scalar, pool_->constant(32, Type::u32()));
}

void Lowering::choose_lanes() {
  if (!core::has_named_barriers(kernel_) || !set_lanes(kernel_.body, elected_, *pool_)) return;
  kernel_.assumptions.push_back(
      {pool_->boolean(true), "elect.sync chooses the first lane of its mask", "", {}});
}

} // namespace heddle::cuda
