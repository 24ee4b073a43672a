// Blocks of core, once they are made: jumps that lead where control goes anyway, loops in the shape
// in which people write them.
#pragma once
#include "core/core.hpp"

namespace heddle::cuda {

bool ends_in_jump(const core::Block& block);
// Removes jumps to `label` (Exit when it is 0) that lead where control goes anyway, at the end of
// `block`; `continues`: Continue, else Break.
void strip_trailing_jumps(Pool& pool, core::Block& block, core::LabelId label,
                          bool continues = false);

// Gives `while (true) body` everywhere in the block the form that it was written in: statements up
// to the first `if (c) break` that only compute are the head, !c the condition; what stands behind
// a block that `continue` leaves is the step.
void shape_loops(Pool& pool, core::Block& block);
// Appends Labeled{label, body}, or the body alone where nothing leaves it early.
void append_labeled(Pool& pool, core::Block& to, core::LabelId label, core::Block body);

} // namespace heddle::cuda
