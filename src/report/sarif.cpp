#include "report/sarif.hpp"

#include "report/causes.hpp"
#include "report/identity.hpp"
#include "report/kinds.hpp"
#include "report/lead.hpp"
#include "report/plural.hpp"
#include "report/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

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
Json thread_flow(const Finding& finding, std::size_t index, const std::string& name) {
  const AccessReport& access = finding.accesses[index];
  Json out{{"id", name}, {"locations", Json::array()}};
  for (auto call = access.inlined_at.rbegin(); call != access.inlined_at.rend(); ++call)
    out["locations"].push_back(Json{{"location", location(*call, "", "call")}});
  out["locations"].push_back(Json{{"location", location(access.position, access.source_line,
                                                        describe_access(finding, index))}});
  return out;
}

Json code_flow(const Finding& finding) {
  Json flows = Json::array();
  for (std::size_t i = 0; i < finding.accesses.size(); ++i) {
    const auto& t = finding.accesses[i].thread;
    const auto& b = finding.accesses[i].block;
    flows.push_back(thread_flow(
        finding, i,
        fmt::format("thread ({},{},{}) of block ({},{},{})", t[0], t[1], t[2], b[0], b[1], b[2])));
  }
  Json out{{"threadFlows", std::move(flows)}};
  if (!finding.witness.empty())
    out["message"] = {{"text", "with " + plain_witness_list(finding.witness)}};
  return out;
}

Json fix(const std::string& description, const std::string& file, Json replacements) {
  return {
      {"description", {{"text", description}}},
      {"artifactChanges",
       {{{"artifactLocation", {{"uri", uri(file)}}}, {"replacements", std::move(replacements)}}}}};
}

Json replacement(unsigned line, unsigned column, const std::string& text) {
  const Json region{
      {"startLine", line}, {"startColumn", column}, {"endLine", line}, {"endColumn", column}};
  return {{"deletedRegion", region}, {"insertedContent", {{"text", text}}}};
}

// The assumption as a comment in the file's first line.
Json assumption_fix(const std::string& condition, const KernelResult& kernel) {
  return fix("assume " + condition, kernel.file,
             Json::array({replacement(1, 1, fmt::format("// heddle: assume={}\n", condition))}));
}

Json barrier_fix(const Finding& finding) {
  Json replacements = Json::array();
  for (const Insertion& one : finding.insertions)
    replacements.push_back(
        replacement(one.at.line, characters(one.source_line, one.at.column), one.text));
  return fix(finding.repair, finding.insertions.front().at.file, std::move(replacements));
}

// What is related to a finding; the text refers to it by [words](number), which viewers make links.
class Related {
public:
  std::size_t add(Json location) {
    location["id"] = all_.size();
    all_.push_back(std::move(location));
    return all_.size() - 1;
  }
  // The place of an access that is of the same cause, once.
  void add_other(const Finding& finding, std::size_t index) {
    const AccessReport& access = finding.accesses[index];
    const Position& at = access.position;
    if (!seen_.insert({at.file, at.line, at.column}).second) return;
    const std::size_t number = add(
        location(at, access.source_line, "of the same cause: " + describe_access(finding, index)));
    if (++others_ > most_links) return;
    links_ += fmt::format("{}[{} in line {}]({})", others_ == 1 ? "" : ", ", access.access, at.line,
                          number);
  }
  void saw(const Position& at) { seen_.insert({at.file, at.line, at.column}); }
  const std::string& links() const { return links_; }
  Json take() { return std::move(all_); }

private:
  static constexpr std::size_t most_links = 6;
  Json all_ = Json::array();
  std::set<std::tuple<std::string, unsigned, unsigned>> seen_;
  std::string links_;
  std::size_t others_ = 0;
};

// Behind what is told of a kernel: the instances of its template that say the same.
std::string same_in(const OneTold& one) {
  return one.same_in.empty() ? "" : fmt::format("; the same in {}", fmt::join(one.same_in, ", "));
}

// A cause of a kernel, and of the instances of its template that have the same.
class CauseResult {
public:
  CauseResult(const OneTold& one, const OneCause& cause)
      : kernel_(*one.kernel), cause_(cause), finding_(kernel_.findings[cause.told]), one_(one) {}

  Json json(const std::string& id, const RunFacts& facts) {
    const bool sure = finding_.status == FindingStatus::confirmed;
    places();
    Json out{{"ruleId", heddle::to_string(finding_.kind)},
             {"kind", sure ? "fail" : "review"},
             {"level", heddle::to_string(finding_.severity)},
             {"message", {{"text", text()}}}};
    if (!sure) out.erase("level"); // which SARIF gives to failures alone
    out["locations"] = Json::array({first_});
    out["relatedLocations"] = related_.take();
    if (!finding_.accesses.empty()) out["codeFlows"] = {code_flow(finding_)};
    out["partialFingerprints"] = {{"heddle/v1", id}};
    fixes(out);
    if (!finding_.suppressed.empty())
      out["suppressions"] = {{{"kind", "inSource"}, {"justification", finding_.suppressed}}};
    if (facts.has_baseline) out["baselineState"] = finding_.is_known ? "unchanged" : "new";
    return out;
  }

private:
  void places() {
    first_ = location({kernel_.file, 0, 0}, "", "");
    const std::vector<Lead> first = leads(finding_);
    for (std::size_t i = 0; i < finding_.accesses.size(); ++i) {
      const AccessReport& access = finding_.accesses[i];
      Json at = location(first[i].at, first[i].line, describe_access(finding_, i));
      if (i == 0) first_ = at;
      second_ = related_.add(std::move(at));
      if (first[i].is_call)
        related_.add(location(access.position, access.source_line, "in what is called there"));
      related_.saw(access.position);
    }
    for (const std::size_t other : cause_.others)
      for (std::size_t i = 0; i < kernel_.findings[other].accesses.size(); ++i)
        related_.add_other(kernel_.findings[other], i);
  }

  std::string text() const {
    std::string text = fmt::format("{}: {}", kernel_.kernel, describe_finding(finding_));
    if (finding_.accesses.size() > 1)
      text += fmt::format("; the other: [{} in line {}]({})", finding_.accesses[1].access,
                          finding_.accesses[1].position.line, second_);
    if (!cause_.others.empty())
      text += fmt::format("; {} of the same cause", plural_more(cause_.others.size(), "pair"));
    if (!related_.links().empty()) text += ": " + related_.links();
    return text + same_in(one_);
  }

  void fixes(Json& out) const {
    if (!finding_.suggestion.empty()) out["fixes"] = {assumption_fix(finding_.suggestion, kernel_)};
    if (!finding_.insertions.empty()) out["fixes"].push_back(barrier_fix(finding_));
  }

  const KernelResult& kernel_;
  const OneCause& cause_;
  const Finding& finding_;
  const OneTold& one_;
  Json first_;
  Related related_;
  std::size_t second_ = 0; // of the related places, where the other thread is
};

// What is verified under a precondition is no failure, but is told: where it fails without.
Json precondition_result(const Precondition& under, const KernelResult& kernel) {
  Json out{{"ruleId", precondition_rule},
           {"kind", "informational"},
           {"message", {{"text", fmt::format("{}: verified under {}", kernel.kernel, under.text)}}},
           {"locations", Json::array()},
           {"relatedLocations", Json::array()}};
  for (const Finding& finding : under.without)
    for (std::size_t i = 0; i < finding.accesses.size(); ++i)
      out["relatedLocations"].push_back(location(finding.accesses[i].position,
                                                 finding.accesses[i].source_line,
                                                 describe_access(finding, i)));
  Json first = out["relatedLocations"].empty() ? location({kernel.file, 0, 0}, "", "")
                                               : out["relatedLocations"].front();
  out["locations"].push_back(std::move(first));
  out["fixes"] = {assumption_fix(under.text, kernel)};
  return out;
}

Json unknown_result(const Unknown& unknown, const OneTold& one) {
  const KernelResult& kernel = *one.kernel;
  const bool placed = unknown.position.line > 0;
  return {
      {"ruleId", undecided_rule},
      {"kind", "open"},
      {"message", {{"text", fmt::format("{}: {}{}", kernel.kernel, unknown.reason, same_in(one))}}},
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
  Identities identities;
  std::map<const KernelResult*, std::vector<std::string>> ids; // as JSON has them
  for (const KernelResult& kernel : result.kernels)
    for (const Finding& finding : kernel.findings)
      ids[&kernel].push_back(identities.next(finding, kernel));
  for (const OneTold& one : fold_instances(result.kernels)) {
    const KernelResult& kernel = *one.kernel;
    if (kernel.precondition)
      run["results"].push_back(precondition_result(*kernel.precondition, kernel));
    for (const OneCause& cause : causes_in(kernel.findings))
      run["results"].push_back(CauseResult(one, cause).json(ids[&kernel][cause.told], facts));
    for (const Unknown& unknown : kernel.unknowns)
      run["results"].push_back(unknown_result(unknown, one));
  }
  Json out{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}};
  out["runs"] = Json::array({std::move(run)});
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace heddle::report
