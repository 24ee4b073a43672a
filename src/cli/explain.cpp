#include "cli/explain.hpp"

#include "cli/console.hpp"
#include "cli/options/nearest.hpp"
#include "cli/options/options.hpp"
#include "project/files.hpp"
#include "report/identity.hpp"
#include "report/kinds.hpp"
#include "report/read.hpp"
#include "report/text.hpp"
#include "report/wrap.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <unistd.h>
#include <vector>

namespace heddle::cli {
namespace {

constexpr std::size_t width = 80;

std::string wrapped(const std::string& text) { return report::wrapped(text, width, 0, 0) + "\n"; }

std::string indented(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += "    " + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return out;
}

std::string explained(const report::KindText& kind) {
  return fmt::format("{}: {}\n\n{}\n{}\n{}", to_string(kind.kind), kind.title,
                     wrapped(kind.meaning), indented(kind.example), wrapped(kind.repair));
}

const report::KindText* kind_named(const std::string& name) {
  for (const report::KindText& kind : report::kinds())
    if (name == to_string(kind.kind)) return &kind;
  return nullptr;
}

// "; did you mean 'same-value-write'?", of 'same-value' as of 'same-value-wirte'.
std::string meant_by(const std::string& name) {
  const std::vector<std::string> all = report::kind_names();
  const auto begins = std::ranges::find_if(
      all, [&](const std::string& kind) { return !name.empty() && kind.starts_with(name); });
  if (begins != all.end()) return "; did you mean '" + *begins + "'?";
  const std::string meant = did_you_mean(name, all);
  return meant.empty() ? "; 'heddle explain --help' lists them" : meant;
}

std::string names() {
  std::string out;
  for (const report::KindText& kind : report::kinds())
    out += fmt::format("  {:<18} {}\n", to_string(kind.kind), kind.title);
  return out;
}

Outcome explain_finding(const std::string& id, const std::string& path, bool colour) {
  if (const std::string why = project::why_unreadable(path); !why.empty())
    throw UsageError(fmt::format("'{}': {}", path, why));
  const auto report = report::read_report(project::read_text(path));
  if (!report) throw UsageError(fmt::format("'{}' is not a report in JSON of this version", path));
  CheckResult found;
  std::string text;
  std::set<std::string> ids;
  report::Identities identities;
  for (KernelResult kernel : report->kernels) {
    std::erase_if(kernel.findings, [&](const Finding& f) {
      const std::string own = identities.next(f, kernel);
      const bool is_meant = own.starts_with(id);
      if (is_meant) ids.insert(own);
      return !is_meant;
    });
    if (kernel.findings.empty()) continue;
    if (text.empty()) text = explained(*kind_named(to_string(kernel.findings.front().kind)));
    kernel.unknowns.clear();
    found.kernels.push_back(std::move(kernel));
  }
  if (ids.size() > 1)
    throw UsageError(fmt::format("'{}' has {} findings whose id begins with '{}': {}", path,
                                 ids.size(), id, fmt::join(ids, ", ")));
  if (found.kernels.empty())
    throw UsageError(
        fmt::format("'{}' has no finding '{}'{}", path, id,
                    kind_named(id) ? "; 'heddle explain " + id + "' tells this kind" : ""));
  return {
      verified,
      report::to_text(
          found, {.colour = colour, .width = terminal_width(STDOUT_FILENO), .explained = true}) +
          "\n" + text,
      ""};
}

} // namespace

Outcome explain(const std::vector<std::string>& arguments, bool colour) {
  const bool help = arguments.size() == 1 && (arguments[0] == "--help" || arguments[0] == "-h");
  if (help)
    return {verified,
            "Usage: heddle explain KIND                    what a kind of finding means\n"
            "       heddle explain FINDING-ID REPORT.json  one finding of a report (its 'id')\n"
            "\nKinds:\n" +
                names(),
            ""};
  if (arguments.size() == 2) return explain_finding(arguments[0], arguments[1], colour);
  if (arguments.size() != 1) throw UsageError("expected KIND, or FINDING-ID REPORT.json");
  const report::KindText* kind = kind_named(arguments[0]);
  if (!kind) throw UsageError(fmt::format("no kind '{}'{}", arguments[0], meant_by(arguments[0])));
  return {verified, explained(*kind), ""};
}

} // namespace heddle::cli
