#include "report/advice.hpp"

#include "report/same_place.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::report {
namespace {

bool is_same_place(const Finding& f) {
  const AccessReport &a = f.accesses.front(), &b = f.accesses.back();
  return same_place(a.position, b.position) && a.inlined_at.size() == b.inlined_at.size();
}

bool writes(const AccessReport& access) { return access.access == "write"; }

// What no barrier can order: other blocks, and a statement against itself.
std::string without_barrier(const Finding& f) {
  if (f.accesses.size() != 2) return "";
  const AccessReport &a = f.accesses.front(), &b = f.accesses.back();
  if (f.scope == FindingScope::grid)
    return "no barrier orders blocks: give each block cells of its own, use an atomic operation, "
           "or "
           "two launches";
  if (is_same_place(f) && writes(a) && writes(b))
    return "no barrier orders one statement of two threads: let one thread write, give each a cell "
           "of its own, or use an atomic operation";
  return "";
}

// The values that a witness chose, and nobody has said that they can be so.
std::string what_decides(const Finding& f) {
  if (!f.contents.empty())
    return fmt::format("what would decide this: what the launch makes sure of the elements of {} "
                       "(--assume 'forall i: ..')",
                       fmt::join(f.contents, ", "));
  if (!f.depends_on.empty())
    return "what would decide this: whether these values can be so together; what is known of "
           "parameters and sizes (--assume, --param, --block) rules some out";
  return "what would decide this: the sizes and parameters of a launch (--block, --grid, --param, "
         "--assume)";
}

// The parameters and integers of the file that the witness chose: sizes that callers rule out are
// theirs to say. What --assume has no name for, as cells and parts of variables, is left out.
std::string unless_never_passed(const Finding& f) {
  std::vector<std::string> names;
  if (f.kind != FindingKind::race) return "";
  for (const auto& [name, value] : f.witness)
    if (!name.starts_with("blockDim") && !name.starts_with("gridDim") && !value.real &&
        name.find_first_of("[:. ") == std::string::npos)
      names.push_back(name);
  if (names.empty() || names.size() > 4) return "";
  return fmt::format("; if no caller passes such {}, --assume CONDITION says so",
                     fmt::join(names, ", "));
}

// Who has to come to a barrier, unless it is said already.
std::string with_all(const Finding& f) {
  if (!f.order.empty()) return "";
  const char* who = f.scope == FindingScope::warp   ? "all lanes of the warp that it names"
                    : f.scope == FindingScope::grid ? "all blocks that it joins"
                                                    : "all threads of the block";
  return fmt::format("{} have to come to this barrier: ", who);
}

std::string of_kind(const Finding& f) {
  switch (f.kind) {
  case FindingKind::race:
    return without_barrier(f);
  case FindingKind::divergence:
    return with_all(f) + "move it out of what only some do, or make the condition the same for all";
  case FindingKind::exited_threads:
    return "keep all threads until the last barrier: put what they do under the condition, and the "
           "barrier outside of it";
  case FindingKind::assertion:
    return "state what launches make sure of (__requires, --assume), or check it before the launch";
  case FindingKind::racy_guess:
    return "read it by an atomic, as cuda::atomic_ref(cell).load(cuda::memory_order_relaxed), or "
           "begin with any number: the first atomicCAS tells what is there";
  case FindingKind::same_value_write:
  case FindingKind::unordered_flag:
  case FindingKind::deadlock:
  case FindingKind::count:
  case FindingKind::barrier_id:
  case FindingKind::recycling:
  case FindingKind::alignment:
  case FindingKind::lapped:
  case FindingKind::leftover:
  case FindingKind::proxy:
    return "";
  }
  return "";
}

// Whether it matters is the user's to say.
std::string of_warning(FindingKind kind) {
  const char* option = kind == FindingKind::same_value_write ? "--strict-writes"
                       : kind == FindingKind::racy_guess     ? "--strict-reads"
                       : kind == FindingKind::exited_threads ? "--strict-exit"
                                                             : nullptr;
  if (!option) return "";
  return fmt::format("heddle explain {} says why this is a warning; {} makes it an error",
                     to_string(kind), option);
}

} // namespace

std::string advice(const Finding& finding) {
  if (!finding.suggestion.empty() || !finding.repair.empty() || !finding.suppressed.empty())
    return "";
  if (finding.severity != FindingSeverity::error) return of_warning(finding.kind);
  const bool is_open = finding.status == FindingStatus::possible && finding.message.empty();
  if (is_open && finding.kind == FindingKind::race) return what_decides(finding);
  const std::string text = of_kind(finding);
  if (!text.empty()) return text;
  if (!finding.order.empty()) return "";
  return fmt::format("heddle explain {} says how this is usually repaired{}",
                     to_string(finding.kind), unless_never_passed(finding));
}

} // namespace heddle::report
