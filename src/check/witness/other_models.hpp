// What is asked of a further model of a race: the same threads and sizes, or others whose run may
// show it.
#pragma once
#include "check/witness/race_run.hpp"

namespace heddle::check {

// That threads and sizes are those of the model.
std::vector<Expr> threads_and_sizes(Pool& pool, const protocol::Trace& trace,
                                    const smt::Model& model);

// Conditions on sizes, and on contents that `asked` rests on, under which a run may do without the
// obstacle: multiples of what vectors are aligned to; short ways, the strongest first; in a later
// round, sizes that are not too small.
std::vector<std::vector<Expr>> wishes(Pool& pool, const protocol::Trace& trace, Expr asked,
                                      RaceRun::Obstacle obstacle, int round);

// Conditions under which a run is short, the strongest first: sizes that are no larger than those
// of most launches; `of_two_blocks`: first of a grid without others. Those behind the first that
// the model satisfies are left out.
std::vector<std::vector<Expr>> small_launches(Pool& pool, const protocol::Trace& trace,
                                              const core::Kernel& kernel, const smt::Model& model,
                                              bool of_two_blocks);

} // namespace heddle::check
