// What a number divided by 0 is C++ leaves open ([expr.mul]): a run that comes to such a division
// is none that a verdict is about. As a trap it ends there, `x / w` being
//
//   if w == 0
//     assume false
//
// once where one division is behind another. So of sizes alone: of other divisors a run may not
// know whether they are 0.
#include "cuda/lower/assume.hpp"
#include "cuda/lower/lowering.hpp"

#include <algorithm>

namespace heddle::cuda {

void Lowering::exclude_zero(const llvm::BinaryOperator& division, Expr divisor) {
  const auto is_symbol = [](Expr e) { return e->op == Op::symbol; };
  if (divisor->op == Op::constant || !is_of_launch(divisor) ||
      !std::ranges::all_of(atoms(divisor), is_symbol))
    return;
  const Interval range = interval(pool_, divisor);
  if ((range.low && *range.low > 0) || (range.high && *range.high < 0)) return;
  std::vector<const llvm::Instruction*>& earlier = divisions_[divisor];
  const bool is_known = std::ranges::any_of(
      earlier, [&](const llvm::Instruction* i) { return dominators_.dominates(i, &division); });
  if (is_known) return;
  earlier.push_back(&division);
  assume_once(kernel_, pool_, "no number is divided by 0", place(division));
  core::Block never = collect([&] { emit(core::Assume{pool_.boolean(false)}, division); });
  emit(core::If{pool_.eq(divisor, pool_.constant(0, divisor->type)), std::move(never), {}},
       division);
}

} // namespace heddle::cuda
