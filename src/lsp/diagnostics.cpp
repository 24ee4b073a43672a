#include "lsp/diagnostics.hpp"

#include "report/advice.hpp"
#include "report/causes.hpp"
#include "report/identity.hpp"
#include "report/lead.hpp"
#include "report/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace heddle::lsp {

using nlohmann::json;

namespace {

enum Severity { error = 1, warning = 2, information = 3 };

// Places of other files are shown as they are: their text is not open here.
json location(const std::string& path, const Lines& lines, const Position& at) {
  if (at.file == path) return {{"uri", uri_of(path)}, {"range", lines.range(at.line, at.column)}};
  const unsigned line = at.line > 0 ? at.line - 1 : 0, column = at.column > 0 ? at.column - 1 : 0;
  const json place = {{"line", line}, {"character", column}};
  return {{"uri", uri_of(at.file)}, {"range", {{"start", place}, {"end", place}}}};
}

json related(const std::string& path, const Lines& lines, const Finding& finding) {
  json all = json::array();
  for (std::size_t i = 0; i < finding.accesses.size(); ++i) {
    const AccessReport& access = finding.accesses[i];
    all.push_back({{"location", location(path, lines, access.position)},
                   {"message", report::describe_access(finding, i)}});
    for (const Position& call : access.inlined_at)
      all.push_back({{"location", location(path, lines, call)}, {"message", "called from here"}});
  }
  return all;
}

// Of a template, the instances that say the same are named.
json diagnostic(const std::string& path, const Lines& lines, const report::OneTold& one,
                const Finding& finding) {
  const KernelResult& kernel = *one.kernel;
  std::string text = told(finding);
  if (!one.same_in.empty())
    text += fmt::format("\nin {}, and the same in {}", kernel.kernel, fmt::join(one.same_in, ", "));
  const Position at = place_in(path, finding);
  const bool sure =
      finding.severity == FindingSeverity::error && finding.status == FindingStatus::confirmed;
  return {{"range", lines.range(at.line, at.column)},
          {"severity", sure ? error : warning},
          {"source", "heddle"},
          {"code", to_string(finding.kind)},
          {"message", text},
          {"relatedInformation", related(path, lines, finding)},
          {"data", {{"kernel", kernel.kernel}, {"id", report::identity(finding, kernel)}}}};
}

json plain(const Lines& lines, const Position& at, Severity severity, const std::string& text) {
  return {{"range", lines.range(at.line, at.column)},
          {"severity", severity},
          {"source", "heddle"},
          {"message", text}};
}

bool is_of_settings(const Message& message) {
  return std::filesystem::path(message.position.file).filename() == ".heddle";
}

// One of the file, or of the options that it is checked with: those stand elsewhere, and nobody may
// look there.
std::optional<json> of_message(const std::string& path, const Lines& lines,
                               const Message& message) {
  if (message.severity == "note") return std::nullopt;
  const Severity severity = message.severity == "error" ? error : warning;
  const Position& at = message.position;
  if (at.file == path || at.line == 0) return plain(lines, at, severity, message.text);
  const bool is_of_command_line = at.file.starts_with("--");
  if (!is_of_command_line && !is_of_settings(message)) return std::nullopt;
  const std::string where =
      is_of_command_line ? at.file : fmt::format("{}:{}:{}", at.file, at.line, at.column);
  return plain(lines, {path, 1, 1}, severity, fmt::format("{}: {}", where, message.text));
}

// Where a run goes wrong without it.
json condition(const std::string& path, const Lines& lines, const KernelResult& kernel) {
  const Precondition& under = *kernel.precondition;
  std::string text = kernel.kernel + " is verified under " + under.text;
  for (const Finding& finding : under.without)
    text += "\nwithout it: " + told(finding);
  const Position at =
      under.without.empty() ? Position{path, 0, 0} : place_in(path, under.without.front());
  return plain(lines, at, information, text);
}

} // namespace

Position place_in(const std::string& path, const Finding& finding) {
  for (const report::Lead& lead : report::leads(finding))
    if (lead.at.file == path) return lead.at;
  for (const AccessReport& access : finding.accesses) {
    if (access.position.file == path) return access.position;
    for (const Position& call : access.inlined_at)
      if (call.file == path) return call;
  }
  return {path, 0, 0};
}

std::string told(const Finding& finding) {
  std::string text = report::describe_finding(finding);
  if (!finding.witness.empty()) text += "\nwith " + report::plain_witness_list(finding.witness);
  if (!finding.order.empty()) text += "\n" + finding.order;
  if (finding.status == FindingStatus::possible) text += "\npossible: " + finding.why;
  if (!finding.others.empty())
    text += fmt::format("\n{} more of this cause", finding.others.size());
  if (!finding.suggestion.empty()) text += "\ncannot happen where " + finding.suggestion;
  if (const std::string what = report::advice(finding); !what.empty()) text += "\n" + what;
  return text;
}

json diagnostics(const std::string& path, const Lines& lines,
                 const std::vector<KernelResult>& kernels, const std::vector<Message>& messages) {
  json all = json::array();
  for (const report::OneTold& one : report::fold_instances(kernels)) {
    const KernelResult& kernel = *one.kernel;
    for (const Finding& finding : report::fold_causes(kernel.findings))
      if (finding.suppressed.empty()) all.push_back(diagnostic(path, lines, one, finding));
    if (kernel.precondition) all.push_back(condition(path, lines, kernel));
    for (const Unknown& unknown : kernel.unknowns)
      if (unknown.position.file == path)
        all.push_back(plain(lines, unknown.position, information,
                            kernel.kernel + " is not decided: " + unknown.reason));
  }
  for (const Message& message : messages)
    if (std::optional<json> one = of_message(path, lines, message)) all.push_back(std::move(*one));
  json once = json::array(); // instances of one template say the same
  for (json& one : all)
    if (std::ranges::none_of(once, [&](const json& other) {
          return other.at("range") == one.at("range") && other.at("message") == one.at("message");
        }))
      once.push_back(std::move(one));
  return once;
}

std::map<std::string, json> diagnostics_of_settings(const std::vector<Message>& messages) {
  std::map<std::string, json> by_path;
  for (const Message& message : messages) {
    if (!is_of_settings(message) || message.severity == "note") continue;
    const Position& at = message.position;
    json one = plain(Lines(message.source_line), {at.file, 1, at.column},
                     message.severity == "error" ? error : warning, message.text);
    for (const char* end : {"start", "end"})
      one["range"][end]["line"] = at.line > 0 ? at.line - 1 : 0;
    by_path[at.file].push_back(std::move(one));
  }
  return by_path;
}

} // namespace heddle::lsp
