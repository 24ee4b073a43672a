// The control-flow graph of a program: where diverged lanes meet again, and which instructions a
// branch decides about.
#pragma once
#include "ptx/program.hpp"

namespace heddle::ptx {

struct Block {
  Index begin = 0, end = 0;      // instructions [begin, end)
  std::vector<Index> successors; // blocks; Flow::exit() for leaving the kernel
  std::vector<Index> decided_by; // blocks whose last instruction decides whether this one runs
  Index meets = nowhere;         // immediate post-dominator; exit() when there is none
};

struct Flow {
  std::vector<Block> blocks;   // in the order of the code
  std::vector<Index> block_of; // per instruction

  Index exit() const { return static_cast<Index>(blocks.size()); }
};

Flow analyse_flow(const Program& program);

} // namespace heddle::ptx
