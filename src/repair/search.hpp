// The search for the cheapest barriers: an implicit hitting set. Each race that the checker finds
// under some barriers says that one at least of the others between its accesses is needed (fewer
// barriers order less); each barrier that diverges may not stand there. The cheapest choice that
// satisfies all of that is checked next. When it is verified, its cost is the least.
#pragma once
#include "repair/edits.hpp"
#include "repair/layout.hpp"

namespace heddle::repair {

struct Task {
  const std::string& path;
  const Options& options; // with the kernels of the group
  const RepairOptions& repair;
  const SourceTree& tree;
  const Layout& layout;
};

// The options with what is left of the task's seconds for each kernel.
inline Options limited(Options options, const Task& task, double spent) {
  constexpr double least = 0.1; // when the time is nearly over
  options.kernel_seconds = std::max(least, task.repair.seconds - spent);
  return options;
}

struct Found {
  RepairOutcome outcome = RepairOutcome::undecided;
  std::set<ChoiceId> barriers; // repaired, right: what stands in the end
  bool optimal = false;
  std::vector<std::string> reasons, notes;
  // What the choices between two accesses that were found to race order.
  std::vector<std::pair<std::vector<ChoiceId>, std::string>> ordered;
  unsigned checks = 0;
};

Found search(const Task& task);

} // namespace heddle::repair
