// Barriers in inline assembly: bar, barrier.
#include "cuda/lower_asm.hpp"

#include <algorithm>

namespace heddle::cuda {

bool AsmLowering::barrier(const Instruction& i) {
  if ((i.key() != "bar" && i.key() != "barrier") || i.has("cluster")) return false;
  const CT u32 = make_integer(32, false);
  const auto& args = i.args();
  const auto operand = [&](std::size_t k) { return number(args[k], u32).scalar; };
  if (i.key() == "bar" && i.has("warp")) {
    if (!i.has("sync") || args.size() != 1) return false;
    Expr mask = operand(0);
    if (constant_value(mask) == std::optional<std::int64_t>(0xffffffff)) mask = nullptr;
    l_.emit(core::Barrier{Scope::warp, mask, 0, spell_args(i, 0, 1)}, loc_);
    return true;
  }
  const bool red = i.has("red"), arrive = i.has("arrive");
  if (!red && !arrive && !i.has("sync")) return false;
  // bar.red result, id{, count}, {!}predicate
  const std::size_t first = red ? 1 : 0;
  if (args.size() < (red ? 3u : 1u)) return false;
  const std::size_t last = red ? args.size() - 1 : args.size();
  if (last - first > 2 || (arrive && last - first != 2)) return false;
  core::NamedBarrier b;
  b.kind = arrive ? core::NamedBarrier::Kind::arrive : core::NamedBarrier::Kind::sync;
  b.id = operand(first);
  if (last - first == 2) b.count = operand(first + 1);
  b.aligned = i.key() == "bar" || i.has("aligned");
  b.text = spell_args(i, first, last);
  const bool whole_block =
      b.aligned && !b.count && constant_value(b.id) == std::optional<std::int64_t>(0);
  if (whole_block) { // __syncthreads()
    l_.emit(core::Barrier{Scope::block, nullptr, 0, b.text}, loc_);
  } else {
    l_.emit(std::move(b), loc_);
  }
  if (red) forget(args[0], whole_block ? Scope::block : Scope::thread);
  return true;
}

} // namespace heddle::cuda
