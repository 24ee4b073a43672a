#include "report/lead.hpp"

#include "report/same_place.hpp"

#include <algorithm>

namespace heddle::report {
namespace {

// How many calls, outermost first, both come by.
std::size_t common_calls(const AccessReport& a, const AccessReport& b) {
  const auto ends = std::ranges::mismatch(a.inlined_at.rbegin(), a.inlined_at.rend(),
                                          b.inlined_at.rbegin(), b.inlined_at.rend(), same_place);
  return static_cast<std::size_t>(ends.in1 - a.inlined_at.rbegin());
}

std::string line_of(const AccessReport& access, std::size_t call) {
  return call < access.call_lines.size() ? access.call_lines[call] : "";
}

// Do both come by these calls, all of them?
bool come_by_the_same(const Finding& finding) {
  return finding.accesses.size() == 2 &&
         std::ranges::all_of(finding.accesses, [&](const AccessReport& access) {
           return access.inlined_at.size() ==
                  common_calls(finding.accesses.front(), finding.accesses.back());
         });
}

// 0: the access itself; n: the nth call around it.
std::size_t leading(const AccessReport& access, std::size_t common, bool by_the_same) {
  const std::size_t calls = access.inlined_at.size();
  if (calls == 0 || by_the_same) return calls;
  if (common < calls) return calls - common;
  const std::string& file = access.inlined_at.back().file;
  if (access.position.file == file) return 0;
  const auto first = std::ranges::find(access.inlined_at, file, &Position::file);
  return static_cast<std::size_t>(first - access.inlined_at.begin()) + 1;
}

} // namespace

std::vector<Lead> leads(const Finding& finding) {
  std::vector<Lead> found;
  const bool by_the_same = come_by_the_same(finding);
  for (const AccessReport& access : finding.accesses) {
    std::size_t common = access.inlined_at.size();
    for (const AccessReport& other : finding.accesses)
      common = std::min(common, common_calls(access, other));
    std::size_t n = leading(access, common, by_the_same);
    if (n > 0 && line_of(access, n - 1).empty()) n = 0; // there is nothing to quote
    Lead lead{n == 0 ? access.position : access.inlined_at[n - 1],
              n == 0 ? access.source_line : line_of(access, n - 1),
              n > 0,
              {}};
    if (n == 0)
      lead.further = access.inlined_at;
    else
      for (std::size_t i = n - 1; i-- > 0;)
        lead.further.push_back(access.inlined_at[i]);
    found.push_back(std::move(lead));
  }
  return found;
}

} // namespace heddle::report
