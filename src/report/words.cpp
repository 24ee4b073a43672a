#include "report/words.hpp"

#include "report/snippet.hpp"
#include "report/written.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::report {
namespace {

using NamedValues = std::vector<std::pair<std::string, std::int64_t>>;

std::string comma_list(const NamedValues& values) {
  std::string out;
  for (const auto& [name, value] : values)
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", printable(name), value);
  return out;
}

// "threads (3,0,0) and (4,0,0) of block (0,0,0)".
std::string both_threads(const Finding& finding) {
  if (finding.accesses.empty()) return "two threads";
  const AccessReport& a = finding.accesses.front();
  const AccessReport& b = finding.accesses.back();
  if (finding.accesses.size() == 1)
    return fmt::format("thread {} of block {}", triple(a.thread), triple(a.block));
  if (a.block == b.block && a.thread == b.thread)
    return fmt::format("thread {} of block {} and its own asynchronous copy", triple(a.thread),
                       triple(a.block));
  if (a.block == b.block)
    return fmt::format("threads {} and {} of block {}", triple(a.thread), triple(b.thread),
                       triple(a.block));
  return fmt::format("thread {} of block {} and thread {} of block {}", triple(a.thread),
                     triple(a.block), triple(b.thread), triple(b.block));
}

// What two accesses touch: 'tile', or 'a' and 'b' when names alias.
std::string arrays(const Finding& finding) {
  if (finding.accesses.empty()) return "memory";
  const std::string& a = finding.accesses.front().array;
  const std::string& b = finding.accesses.back().array;
  return printable(a == b ? fmt::format("'{}'", a) : fmt::format("'{}' and '{}'", a, b));
}

std::string kinds(const Finding& finding) {
  if (finding.accesses.empty()) return "";
  return fmt::format(" ({}-{})", finding.accesses.front().access, finding.accesses.back().access);
}

} // namespace

std::string safe(const std::string& text) {
  std::string out;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    if (start > 0) out += '\n';
    out += printable(text.substr(start, end - start));
    start = end + 1;
  }
  return out;
}

std::string place(const Position& at) {
  if (at.line == 0) return printable(at.file);
  return fmt::format("{}:{}:{}", printable(at.file), at.line, at.column);
}

std::string triple(const std::array<std::int64_t, 3>& of) {
  return fmt::format("({},{},{})", of[0], of[1], of[2]);
}

// "blockDim.x", "blockDim.y", .. in a row become one "blockDim = (32,8)"; "blockDim.x" alone
// becomes "blockDim = 32". Of parts of other vectors some may be missing.
std::string witness_list(const WitnessValues& values) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < values.size();) {
    const std::string& name = values[i].first;
    if (name != "blockDim.x" && name != "gridDim.x") {
      parts.push_back(fmt::format("{} = {}", printable(name), to_string(values[i].second)));
      ++i;
      continue;
    }
    const std::string base = name.substr(0, name.size() - 2);
    std::string components = to_string(values[i++].second);
    for (char axis = 'y'; axis <= 'z' && i < values.size(); ++axis)
      if (values[i].first == base + "." + axis)
        components += "," + to_string(values[i++].second);
      else if (axis == 'y' && values[i].first == base + ".z")
        components += ",1";
    if (components.find(',') != std::string::npos) components = "(" + components + ")";
    parts.push_back(fmt::format("{} = {}", printable(base), components));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string plain_witness_list(const WitnessValues& values) {
  std::string out;
  for (const auto& [name, value] : values)
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", name, to_string(value));
  return out;
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "'" : i + 1 == names.size() ? "' and '" : "', '") + printable(names[i]);
  return text + "'";
}

std::string launches(const std::vector<std::string>& places) {
  return fmt::format("launch{} at {}", places.size() == 1 ? "" : "es", fmt::join(places, ", "));
}

std::string dependence(const Finding& finding) {
  if (!finding.data_dependent) return "this decides whether the accesses happen, not where";
  if (!finding.control_dependent) return "this decides which cells are accessed, not whether";
  return "this decides whether the accesses happen and where";
}

std::string describe_finding(const Finding& finding) {
  const std::string threads = both_threads(finding);
  switch (finding.kind) {
  case FindingKind::race:
    return fmt::format("{}data race on {}{} between {}",
                       finding.status == FindingStatus::possible ? "possible " : "",
                       arrays(finding), kinds(finding), threads);
  case FindingKind::unordered_flag:
    return fmt::format("{}data race on {}{}, which no fence and atomic orders, between {}",
                       finding.status == FindingStatus::possible ? "possible " : "",
                       arrays(finding), kinds(finding), threads);
  case FindingKind::divergence:
    return fmt::format("{}barrier divergence between {}",
                       finding.status == FindingStatus::possible ? "possible " : "", threads);
  case FindingKind::exited_threads:
    return fmt::format("barrier is missed by threads that have exited: {}", threads);
  case FindingKind::same_value_write:
    return fmt::format("unordered writes of the same value to {} by {}", arrays(finding), threads);
  case FindingKind::racy_guess:
    return fmt::format("unordered read of {} for a guess that an atomicCAS checks, between {}",
                       arrays(finding), threads);
  case FindingKind::assertion:
    return fmt::format("assertion {} in {}",
                       finding.status == FindingStatus::possible ? "may fail" : "fails", threads);
  case FindingKind::deadlock:
  case FindingKind::count:
  case FindingKind::barrier_id:
  case FindingKind::recycling:
  case FindingKind::alignment:
  case FindingKind::lapped:
  case FindingKind::leftover:
  case FindingKind::proxy:
    return safe(finding.message);
  }
  return "";
}

std::string describe_what(const Finding& finding, std::size_t index) {
  const AccessReport& access = finding.accesses[index];
  const bool waits =
      finding.kind == FindingKind::divergence || finding.kind == FindingKind::exited_threads;
  if (!waits || access.access != "barrier") return access.access;
  return index > 0 ? "missed" : "waited for";
}

std::string describe_access(const Finding& finding, std::size_t index, bool with_loops) {
  const AccessReport& access = finding.accesses[index];
  const std::string cell = access.array + access.cell, written = written_place(access);
  const std::string what = describe_what(finding, index) + (access.array.empty() ? "" : " of ") +
                           (written.empty() ? cell : fmt::format("{} ({})", written, cell));
  std::string out = fmt::format("{} by thread {} of block {}", printable(what),
                                triple(access.thread), triple(access.block));
  if (with_loops && !access.loops.empty()) out += " at " + comma_list(access.loops);
  if (access.source.line) out += " (" + place(access.source) + ")";
  return out;
}

} // namespace heddle::report
