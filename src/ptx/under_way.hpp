// Registers that an asynchronous operation may still be writing or reading when an instruction uses
// them, found in the text alone, on all ways that branches allow:
//
//   wgmma.mma_async.. {%f1, ..}, ..   %f1 is being written
//   wgmma.commit_group                by the youngest group
//   wgmma.wait_group 1                which may stay under way
//   st.global.f32 [%rd1], %f1         so that this may read anything
//
// A run cannot tell: what registers of products hold is not followed.
#pragma once
#include "ptx/flow.hpp"

#include <string>
#include <vector>

namespace heddle::ptx {

struct EarlyUse {
  Index instruction = 0; // that uses the register
  std::string reason;
};

struct RegisterUses {
  std::vector<EarlyUse> early; // the first of each operation
  bool copies = false;         // `mov` copies some, which is taken for another name of the register
};

RegisterUses registers_under_way(const Program& program, const Flow& flow);

} // namespace heddle::ptx
