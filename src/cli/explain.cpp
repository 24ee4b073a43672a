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

#include <algorithm>
#include <unistd.h>

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
  report::Identities identities;
  for (KernelResult kernel : report->kernels) {
    std::erase_if(kernel.findings,
                  [&](const Finding& f) { return identities.next(f, kernel) != id; });
    if (kernel.findings.empty()) continue;
    if (text.empty()) text = explained(*kind_named(to_string(kernel.findings.front().kind)));
    kernel.unknowns.clear();
    found.kernels.push_back(std::move(kernel));
  }
  if (found.kernels.empty()) throw UsageError(fmt::format("'{}' has no finding '{}'", path, id));
  return {verified,
          report::to_text(found, {.colour = colour, .width = terminal_width(STDOUT_FILENO)}) +
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
  if (!kind) {
    const std::string meant = did_you_mean(arguments[0], report::kind_names());
    throw UsageError(fmt::format("no kind '{}'{}", arguments[0],
                                 meant.empty() ? "; 'heddle explain --help' lists them" : meant));
  }
  return {verified, explained(*kind), ""};
}

} // namespace heddle::cli
