#include "ptx/group.hpp"

#include <fmt/format.h>

#include <map>

namespace heddle::ptx {
namespace {

// Two findings of one key are copies. Without lines of the source each place is its own.
std::string key(const Finding& f) {
  // in which round it happens is no part of what happens
  const std::string what = f.message.substr(0, f.message.find(": nothing orders"));
  std::string out = fmt::format("{} {} {} {}", static_cast<int>(f.kind),
                                static_cast<int>(f.severity), what, f.accesses.size());
  const auto add = [&](const Position& p) { out += fmt::format("|{}:{}", p.file, p.line); };
  for (const AccessReport& a : f.accesses) {
    out += fmt::format("|{} {}", a.access, a.array);
    if (a.source.line)
      add(a.source);
    else
      out += fmt::format("|{}:{}", a.position.line, a.position.column);
    for (const Position& p : a.inlined_at)
      add(p);
  }
  return out;
}

} // namespace

std::vector<Finding> by_source_lines(std::vector<Finding> findings) {
  std::vector<Finding> out;
  std::map<std::string, std::size_t> index;
  for (Finding& f : findings) {
    const auto [at, inserted] = index.emplace(key(f), out.size());
    if (inserted) {
      out.push_back(std::move(f));
      continue;
    }
    Finding& first = out[at->second];
    const std::uint64_t all = first.occurrences + f.occurrences;
    if (first.status == FindingStatus::possible && f.status == FindingStatus::confirmed)
      first = std::move(f);
    first.occurrences = all;
  }
  return out;
}

} // namespace heddle::ptx
