#include "check/witness/block_cells.hpp"

#include <algorithm>

namespace heddle::check {

namespace {

// How much farther what a thread writes is in the next block along the axis; 0 where that hangs on
// contents.
std::int64_t step_of_blocks(const Pool& pool, const Asked& asked, std::size_t thread,
                            std::size_t axis) {
  const Expr offset = asked.offsets[thread], block = asked.blocks[thread][axis];
  smt::Model next = *asked.model;
  const auto at = next.values.find(block);
  const bool is_of_contents =
      std::ranges::any_of(atoms(offset), [](Expr a) { return a->op == Op::apply; });
  if (at == next.values.end() || is_of_contents) return 0;
  ++at->second;
  return next.eval(pool, offset) - asked.model->eval(pool, offset);
}

} // namespace

bool do_blocks_overlap(const Pool& pool, const Asked& asked) {
  if (!asked.are_writes || asked.blocks.front() == asked.blocks.back()) return false;
  bool moves = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::int64_t step = step_of_blocks(pool, asked, 0, axis);
    if (step != step_of_blocks(pool, asked, 1, axis)) return false;
    moves = moves || step != 0;
  }
  return moves;
}

} // namespace heddle::check
