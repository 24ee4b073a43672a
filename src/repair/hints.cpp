// What a check says of repairs: which one barrier orders the accesses of a race.
#include "heddle/repair.hpp"
#include "repair/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {

namespace {

bool wants_barrier(const Finding& f) {
  return f.kind == FindingKind::race && f.severity == FindingSeverity::error &&
         f.accesses.size() == 2 && f.suggestion.empty();
}

bool is_ordered(Finding f, const BarrierChange& change) {
  const auto named = [&] {
    return std::ranges::find(change.orders, repair::pair_text(f)) != change.orders.end();
  };
  if (named()) return true;
  std::swap(f.accesses[0], f.accesses[1]);
  return named();
}

void tell(KernelResult& kernel, const BarrierChange& change) {
  if (!change.added) return;
  const std::string what = change.text == "__syncthreads()" ? "a barrier" : change.text;
  for (Finding& f : kernel.findings)
    if (wants_barrier(f) && f.repair.empty() && is_ordered(f, change)) {
      f.repair = fmt::format("{} behind line {}{} orders this", what, change.position.line,
                             change.in_braces ? ", in braces with it," : "");
      f.insertions = change.insertions;
    }
}

} // namespace

void find_repairs(KernelResult& kernel, const std::optional<std::string>& text,
                  const Options& options, double seconds) {
  if (std::ranges::none_of(kernel.findings, wants_barrier) || !kernel.unknowns.empty()) return;
  Options alone = options;
  // all instances of a template: they share their text
  alone.kernels = {kernel.kernel.substr(0, kernel.kernel.find('<'))};
  RepairOptions repair;
  repair.seconds = seconds;
  const RepairResult result = text ? repair_text(kernel.file, *text, alone, repair)
                                   : repair_file(kernel.file, alone, repair);
  if (result.has_errors() || outcome(result) != RepairOutcome::repaired) return;
  for (const RepairedKernels& group : result.groups)
    for (const BarrierChange& change : group.changes)
      tell(kernel, change);
}

} // namespace heddle
