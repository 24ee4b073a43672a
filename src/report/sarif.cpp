#include "report/sarif.hpp"

#include "report/identity.hpp"
#include "report/kinds.hpp"
#include "report/lead.hpp"
#include "report/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* undecided_rule = "undecided";
constexpr const char* precondition_rule = "precondition";

// A path as an URI reference; relative ones stay relative to where the run began.
std::string uri(const std::string& path) {
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : std::filesystem::path(path).lexically_normal().generic_string())
    if (std::isalnum(static_cast<unsigned char>(c)) ||
        std::string("-._~/").find(c) != std::string::npos)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

// Columns count characters here, not bytes.
unsigned characters(const std::string& line, unsigned column) {
  unsigned count = 1;
  for (unsigned i = 0; i + 1 < column; ++i)
    if (i >= line.size() || (static_cast<unsigned char>(line[i]) & 0xC0) != 0x80) ++count;
  return count;
}

Json physical(const Position& at, const std::string& line) {
  Json out{{"artifactLocation", {{"uri", uri(at.file)}}}};
  if (at.line > 0) {
    out["region"] = {{"startLine", at.line}, {"startColumn", characters(line, at.column)}};
    if (!line.empty()) out["region"]["snippet"] = {{"text", line}};
  }
  return out;
}

Json location(const Position& at, const std::string& line, const std::string& text) {
  Json out{{"physicalLocation", physical(at, line)}};
  if (!text.empty()) out["message"] = {{"text", text}};
  return out;
}

// The calls and the access of one thread, in the order in which it comes there.
Json thread_flow(const AccessReport& access, const std::string& name) {
  Json out{{"id", name}, {"locations", Json::array()}};
  for (auto call = access.inlined_at.rbegin(); call != access.inlined_at.rend(); ++call)
    out["locations"].push_back(Json{{"location", location(*call, "", "call")}});
  out["locations"].push_back(
      Json{{"location", location(access.position, access.source_line, describe_access(access))}});
  return out;
}

Json code_flow(const Finding& finding) {
  Json flows = Json::array();
  for (const AccessReport& access : finding.accesses) {
    const auto& t = access.thread;
    const auto& b = access.block;
    flows.push_back(thread_flow(access, fmt::format("thread ({},{},{}) of block ({},{},{})", t[0],
                                                    t[1], t[2], b[0], b[1], b[2])));
  }
  Json out{{"threadFlows", std::move(flows)}};
  std::string values;
  for (const auto& [name, value] : finding.witness)
    values += fmt::format("{}{} = {}", values.empty() ? "with " : ", ", name, value);
  if (!values.empty()) out["message"] = {{"text", values}};
  return out;
}

// The assumption as a comment in the file's first line.
Json fix(const std::string& condition, const KernelResult& kernel) {
  const Json region{{"startLine", 1}, {"startColumn", 1}, {"endLine", 1}, {"endColumn", 1}};
  const std::string text = fmt::format("// heddle: assume={}\n", condition);
  return {
      {"description", {{"text", "assume " + condition}}},
      {"artifactChanges",
       {{{"artifactLocation", {{"uri", uri(kernel.file)}}},
         {"replacements", {{{"deletedRegion", region}, {"insertedContent", {{"text", text}}}}}}}}}};
}

Json finding_result(const Finding& finding, const KernelResult& kernel, const RunFacts& facts) {
  const bool sure = finding.status == FindingStatus::confirmed;
  Json out{
      {"ruleId", heddle::to_string(finding.kind)},
      {"kind", sure ? "fail" : "review"},
      {"level", heddle::to_string(finding.severity)},
      {"message", {{"text", fmt::format("{}: {}", kernel.kernel, describe_finding(finding))}}}};
  if (!sure) out.erase("level"); // which SARIF gives to failures alone
  out["locations"] = Json::array();
  out["relatedLocations"] = Json::array();
  const std::vector<Lead> first = leads(finding);
  for (std::size_t i = 0; i < finding.accesses.size(); ++i) {
    const AccessReport& access = finding.accesses[i];
    Json at = location(first[i].at, first[i].line, describe_access(access));
    if (i == 0) out["locations"].push_back(at);
    out["relatedLocations"].push_back(std::move(at));
    if (first[i].is_call)
      out["relatedLocations"].push_back(
          location(access.position, access.source_line, "in what is called there"));
  }
  if (finding.accesses.empty())
    out["locations"].push_back(location({kernel.file, 0, 0}, "", ""));
  else
    out["codeFlows"] = {code_flow(finding)};
  out["partialFingerprints"] = {{"heddle/v1", identity(finding, kernel)}};
  if (!finding.suggestion.empty()) out["fixes"] = {fix(finding.suggestion, kernel)};
  if (!finding.suppressed.empty())
    out["suppressions"] = {{{"kind", "inSource"}, {"justification", finding.suppressed}}};
  if (facts.has_baseline) out["baselineState"] = finding.is_known ? "unchanged" : "new";
  return out;
}

// What is verified under a precondition is no failure, but is told: where it fails without.
Json precondition_result(const Precondition& under, const KernelResult& kernel) {
  Json out{{"ruleId", precondition_rule},
           {"kind", "informational"},
           {"message", {{"text", fmt::format("{}: verified under {}", kernel.kernel, under.text)}}},
           {"locations", Json::array()},
           {"relatedLocations", Json::array()}};
  for (const Finding& finding : under.without)
    for (const AccessReport& access : finding.accesses)
      out["relatedLocations"].push_back(
          location(access.position, access.source_line, describe_access(access)));
  Json first = out["relatedLocations"].empty() ? location({kernel.file, 0, 0}, "", "")
                                               : out["relatedLocations"].front();
  out["locations"].push_back(std::move(first));
  out["fixes"] = {fix(under.text, kernel)};
  return out;
}

Json unknown_result(const Unknown& unknown, const KernelResult& kernel) {
  const bool placed = unknown.position.line > 0;
  return {{"ruleId", undecided_rule},
          {"kind", "open"},
          {"message", {{"text", fmt::format("{}: {}", kernel.kernel, unknown.reason)}}},
          {"locations",
           {location(placed ? unknown.position : Position{kernel.file, 0, 0}, unknown.source_line,
                     "")}}};
}

Json rules() {
  Json out = Json::array();
  for (const KindText& kind : kinds())
    out.push_back({{"id", heddle::to_string(kind.kind)},
                   {"shortDescription", {{"text", kind.title}}},
                   {"fullDescription", {{"text", kind.meaning}}},
                   {"help", {{"text", kind.repair}}}});
  out.push_back({{"id", precondition_rule},
                 {"shortDescription", {{"text", "verified under a precondition"}}},
                 {"fullDescription",
                  {{"text", "Proved where the condition holds, which nobody has stated; without it "
                            "a run goes wrong."}}},
                 {"help",
                  {{"text", "State it (__requires, // heddle: assume=..), or check it "
                            "before the launch."}}}});
  out.push_back(
      {{"id", undecided_rule},
       {"shortDescription", {{"text", "not decided"}}},
       {"fullDescription", {{"text", "Neither proved nor refuted, for the reason given."}}},
       {"help", {{"text", "docs/verdicts.md"}}}});
  return out;
}

Json notifications(const CheckResult& result) {
  Json out = Json::array();
  for (const Message& message : result.messages) {
    Json one{{"level", message.severity}, {"message", {{"text", message.text}}}};
    if (!message.position.file.empty())
      one["locations"] = {location(message.position, message.source_line, "")};
    out.push_back(std::move(one));
  }
  return out;
}

} // namespace

std::string to_sarif(const CheckResult& result, const RunFacts& facts) {
  Json run;
  run["tool"]["driver"] = {{"name", "Heddle"}, {"version", version()}, {"rules", rules()}};
  run["columnKind"] = "unicodeCodePoints";
  run["invocations"] = {{{"executionSuccessful", facts.why_cut.empty() && !result.has_errors()},
                         {"toolExecutionNotifications", notifications(result)}}};
  run["results"] = Json::array();
  for (const KernelResult& kernel : result.kernels) {
    if (kernel.precondition)
      run["results"].push_back(precondition_result(*kernel.precondition, kernel));
    for (const Finding& finding : kernel.findings)
      run["results"].push_back(finding_result(finding, kernel, facts));
    for (const Unknown& unknown : kernel.unknowns)
      run["results"].push_back(unknown_result(unknown, kernel));
  }
  Json out{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}};
  out["runs"] = Json::array({std::move(run)});
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace heddle::report
