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

// How far apart the two accesses are where one thread makes both.
std::int64_t distance(const Pool& pool, const Asked& asked) {
  smt::Model same = *asked.model;
  for (const auto* of : {&asked.blocks, &asked.threads})
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto from = same.values.find((*of)[0][axis]), to = same.values.find((*of)[1][axis]);
      if (from != same.values.end() && to != same.values.end()) to->second = from->second;
    }
  return same.eval(pool, asked.offsets[1]) - same.eval(pool, asked.offsets[0]);
}

} // namespace

bool do_blocks_overlap(const Pool& pool, const Asked& asked) {
  if (!asked.are_writes || asked.blocks.front() == asked.blocks.back()) return false;
  const std::int64_t apart = distance(pool, asked);
  bool is_of_block = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::int64_t step = step_of_blocks(pool, asked, 0, axis);
    if (step != step_of_blocks(pool, asked, 1, axis)) return false;
    is_of_block = is_of_block || (step != 0 && apart != 0 && apart % step == 0);
  }
  return is_of_block;
}

} // namespace heddle::check
