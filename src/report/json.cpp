#include "report/json.hpp"

#include "report/causes.hpp"
#include "report/identity.hpp"

#include <nlohmann/json.hpp>

namespace heddle::report {
namespace {

// Keys come out in the order of docs/json.md.
using Json = nlohmann::ordered_json;

void add_position(Json& out, const Position& position) {
  out["file"] = position.file;
  out["line"] = position.line;
  out["column"] = position.column;
}

Json witness_json(const WitnessValues& values) {
  Json out = Json::object();
  for (const auto& [name, value] : values)
    out[name] = value.real ? Json(*value.real) : Json(value.bits);
  return out;
}

// Where PTX comes from.
void add_source(Json& out, const Position& source) {
  if (source.line == 0) return;
  add_position(out["source"], source);
}

// Loop variables stay in order, and a name may occur twice: a list, not an object.
Json loop_values(const std::vector<std::pair<std::string, std::int64_t>>& loops) {
  Json out = Json::array();
  for (const auto& [name, value] : loops)
    out.push_back(Json{{"name", name}, {"value", value}});
  return out;
}

Json access_json(const AccessReport& access) {
  Json out;
  add_position(out, access.position);
  out["access"] = access.access;
  out["array"] = access.array;
  out["cell"] = access.cell;
  out["thread"] = access.thread;
  out["block"] = access.block;
  out["loops"] = loop_values(access.loops);
  out["inlined_at"] = Json::array();
  for (std::size_t i = 0; i < access.inlined_at.size(); ++i) {
    Json at;
    add_position(at, access.inlined_at[i]);
    if (i < access.call_lines.size() && !access.call_lines[i].empty())
      at["source_line"] = access.call_lines[i];
    out["inlined_at"].push_back(std::move(at));
  }
  add_source(out, access.source);
  if (!access.source_line.empty()) out["source_line"] = access.source_line;
  return out;
}

Json insertion_json(const Insertion& insertion) {
  Json out;
  add_position(out, insertion.at);
  out["text"] = insertion.text;
  out["source_line"] = insertion.source_line;
  return out;
}

Json finding_json(const Finding& finding, const std::string& id) {
  Json out;
  out["id"] = id;
  out["kind"] = to_string(finding.kind);
  out["scope"] = to_string(finding.scope);
  out["status"] = to_string(finding.status);
  out["severity"] = to_string(finding.severity);
  out["accesses"] = Json::array();
  for (const AccessReport& access : finding.accesses)
    out["accesses"].push_back(access_json(access));
  out["witness"] = witness_json(finding.witness);
  out["depends_on"] = finding.depends_on;
  out["contents"] = finding.contents;
  out["control_dependent"] = finding.control_dependent;
  out["data_dependent"] = finding.data_dependent;
  out["suggestion"] = finding.suggestion;
  if (!finding.repair.empty()) out["repair"] = finding.repair;
  for (const Insertion& insertion : finding.insertions)
    out["insertions"].push_back(insertion_json(insertion));
  out["why"] = finding.why;
  if (!finding.order.empty()) out["order"] = finding.order;
  if (!finding.schedule.empty()) out["schedule"] = finding.schedule;
  if (!finding.message.empty()) {
    out["message"] = finding.message;
    out["occurrences"] = finding.occurrences;
  }
  if (!finding.launches.empty()) out["launches"] = finding.launches;
  if (!finding.others.empty()) out["others"] = finding.others;
  if (!finding.suppressed.empty()) out["suppressed"] = finding.suppressed;
  if (finding.is_known) out["known"] = true;
  return out;
}

Json question_json(const Question& q) {
  return {{"option", q.option},
          {"name", q.name},
          {"type", q.type},
          {"bytes", q.bytes},
          {"contents", q.contents}};
}

Json unknown_json(const Unknown& unknown) {
  Json out;
  out["reason"] = unknown.reason;
  add_position(out, unknown.position);
  add_source(out, unknown.source);
  if (!unknown.source_line.empty()) out["source_line"] = unknown.source_line;
  if (!unknown.launches.empty()) out["launches"] = unknown.launches;
  for (const Question& q : unknown.questions)
    out["questions"].push_back(question_json(q));
  return out;
}

// Of what is verified under it.
Json precondition_json(const Precondition& under, const KernelResult& kernel) {
  Json out{{"text", under.text}, {"conditions", Json::array()}, {"without", Json::array()}};
  for (const Precondition::Condition& condition : under.conditions)
    out["conditions"].push_back(Json{{"text", condition.text}, {"shown", condition.is_shown}});
  for (const Finding& finding : under.without)
    out["without"].push_back(finding_json(finding, identity(finding, kernel)));
  return out;
}

// Each finding with the one that text tells in its place.
Json findings_json(const KernelResult& kernel, Identities& identities) {
  std::vector<std::string> ids;
  Json out = Json::array();
  for (const Finding& finding : kernel.findings) {
    ids.push_back(identities.next(finding, kernel));
    out.push_back(finding_json(finding, ids.back()));
  }
  for (const OneCause& cause : causes_in(kernel.findings))
    for (const std::size_t other : cause.others)
      out[other]["cause"] = ids[cause.told];
  return out;
}

Json kernel_json(const KernelResult& kernel, Identities& identities) {
  Json out;
  out["file"] = kernel.file;
  out["kernel"] = kernel.kernel;
  out["verdict"] = to_string(kernel.verdict);
  out["outcome"] = to_string(outcome_of(kernel));
  if (kernel.precondition) out["precondition"] = precondition_json(*kernel.precondition, kernel);
  out["findings"] = findings_json(kernel, identities);
  out["unknowns"] = Json::array();
  for (const Unknown& unknown : kernel.unknowns)
    out["unknowns"].push_back(unknown_json(unknown));
  out["assumptions"] = kernel.assumptions;
  if (kernel.is_kept) out["kept"] = true;
  for (const LaunchResult& launch : kernel.launches)
    out["launches"].push_back(Json{{"places", launch.places},
                                   {"verdict", to_string(launch.verdict)},
                                   {"assumptions", launch.assumptions}});
  out["stats"] = Json{{"seconds", kernel.stats.seconds},
                      {"peak_mb", kernel.stats.peak_mb},
                      {"solver_calls", kernel.stats.solver_calls}};
  for (const auto& [name, value] : kernel.stats.counters)
    out["stats"]["counters"][name] = value;
  for (const auto& [name, seconds] : kernel.stats.stages)
    out["stats"]["stages"][name] = seconds;
  return out;
}

Json message_json(const Message& message) {
  Json out;
  out["severity"] = message.severity;
  out["message"] = message.text;
  add_position(out, message.position);
  if (!message.source_line.empty()) out["source_line"] = message.source_line;
  return out;
}

Json result_json(const CheckResult& result) {
  Json out;
  out["version"] = 1;
  out["kernels"] = Json::array();
  Identities identities;
  for (const KernelResult& kernel : result.kernels)
    out["kernels"].push_back(kernel_json(kernel, identities));
  out["errors"] = Json::array();
  out["notes"] = Json::array();
  for (const Message& message : result.messages)
    out[message.severity == "error" ? "errors" : "notes"].push_back(message_json(message));
  if (!result.dump.empty()) out["dump"] = result.dump;
  return out;
}

std::string printed(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

std::string to_json(const CheckResult& result) { return printed(result_json(result)); }

std::string to_json(const CheckResult& result, const RunFacts& facts) {
  Json out = result_json(result);
  for (const Allowed& one : facts.allowed) {
    Json json;
    add_position(json, one.at);
    json["kind"] = one.kind;
    json["reason"] = one.reason;
    json["used"] = one.was_used;
    out["suppressions"].push_back(std::move(json));
  }
  if (!facts.why_cut.empty())
    out["incomplete"] = Json{{"why", facts.why_cut}, {"not_checked", facts.not_checked}};
  return printed(out);
}

std::string questions_to_json(const CheckResult& result) {
  Json out = Json::array();
  for (const KernelResult& kernel : result.kernels)
    for (const Unknown& unknown : kernel.unknowns)
      for (const Question& q : unknown.questions) {
        Json json = question_json(q);
        json["kernel"] = kernel.kernel;
        json["why"] = unknown.reason;
        add_position(json, unknown.position);
        out.push_back(std::move(json));
      }
  return printed(out);
}

} // namespace heddle::report
