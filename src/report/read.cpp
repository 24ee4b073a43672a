#include "report/read.hpp"

#include "report/kinds.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <span>

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

struct NotOurs {};

// The value that is written as this word.
template <class Value> Value named(const Json& word, std::initializer_list<Value> values) {
  for (const Value value : values)
    if (word == to_string(value)) return value;
  throw NotOurs{};
}

std::string text_of(const Json& json, const char* field) {
  return json.contains(field) ? json.at(field).get<std::string>() : "";
}

std::vector<std::string> texts_of(const Json& json, const char* field) {
  if (!json.contains(field)) return {};
  return json.at(field).get<std::vector<std::string>>();
}

Position position(const Json& json) {
  return {json.at("file"), json.at("line"), json.at("column")};
}

Position source(const Json& json) {
  return json.contains("source") ? position(json.at("source")) : Position{};
}

WitnessValues witness_values(const Json& object) {
  WitnessValues out;
  for (const auto& [name, value] : object.items())
    out.emplace_back(name, value.is_number_float() ? WitnessValue(0, value.get<double>())
                                                   : WitnessValue(value.get<std::int64_t>()));
  return out;
}

AccessReport access(const Json& json) {
  AccessReport out;
  out.position = position(json);
  out.access = json.at("access");
  out.array = json.at("array");
  out.cell = json.at("cell");
  out.thread = json.at("thread");
  out.block = json.at("block");
  for (const Json& loop : json.at("loops"))
    out.loops.emplace_back(loop.at("name"), loop.at("value"));
  for (const Json& call : json.at("inlined_at")) {
    out.inlined_at.push_back(position(call));
    out.call_lines.push_back(text_of(call, "source_line"));
  }
  out.source_line = text_of(json, "source_line");
  out.source = source(json);
  return out;
}

FindingKind kind(const Json& word) {
  for (const KindText& one : kinds())
    if (word == to_string(one.kind)) return one.kind;
  throw NotOurs{};
}

Finding finding(const Json& json) {
  Finding out;
  out.kind = kind(json.at("kind"));
  out.scope =
      named(json.at("scope"), {FindingScope::warp, FindingScope::block, FindingScope::grid});
  out.status = named(json.at("status"), {FindingStatus::confirmed, FindingStatus::possible});
  out.severity = named(json.at("severity"), {FindingSeverity::error, FindingSeverity::warning});
  for (const Json& one : json.at("accesses"))
    out.accesses.push_back(access(one));
  out.witness = witness_values(json.at("witness"));
  out.depends_on = texts_of(json, "depends_on");
  out.contents = texts_of(json, "contents");
  out.control_dependent = json.at("control_dependent");
  out.data_dependent = json.at("data_dependent");
  out.suggestion = text_of(json, "suggestion");
  out.repair = text_of(json, "repair");
  if (json.contains("insertions"))
    for (const Json& one : json.at("insertions"))
      out.insertions.push_back({position(one), one.at("text"), one.at("source_line")});
  out.why = text_of(json, "why");
  out.message = text_of(json, "message");
  out.order = text_of(json, "order");
  out.schedule = texts_of(json, "schedule");
  out.occurrences = json.value("occurrences", std::uint64_t{1});
  out.launches = texts_of(json, "launches");
  out.others = texts_of(json, "others");
  out.suppressed = text_of(json, "suppressed");
  out.is_known = json.value("known", false);
  return out;
}

Unknown unknown(const Json& json) {
  Unknown out{json.at("reason"),
              position(json),
              text_of(json, "source_line"),
              source(json),
              texts_of(json, "launches"),
              {}};
  if (json.contains("questions"))
    for (const Json& q : json.at("questions"))
      out.questions.push_back(
          {q.at("option"), q.at("name"), q.at("type"), q.at("bytes"), q.at("contents")});
  return out;
}

Verdict verdict(const Json& word) {
  return named(word, {Verdict::verified, Verdict::refuted, Verdict::unknown});
}

Precondition precondition(const Json& json) {
  Precondition out{json.at("text"), {}, {}};
  for (const Json& one : json.at("conditions"))
    out.conditions.push_back({one.at("text"), one.at("shown")});
  for (const Json& one : json.at("without"))
    out.without.push_back(finding(one));
  return out;
}

KernelResult kernel(const Json& json) {
  KernelResult out;
  out.file = json.at("file");
  out.kernel = json.at("kernel");
  out.verdict = verdict(json.at("verdict"));
  if (json.contains("precondition")) out.precondition = precondition(json.at("precondition"));
  for (const Json& one : json.at("findings"))
    out.findings.push_back(finding(one));
  for (const Json& one : json.at("unknowns"))
    out.unknowns.push_back(unknown(one));
  out.assumptions = texts_of(json, "assumptions");
  out.is_kept = json.value("kept", false);
  if (json.contains("launches"))
    for (const Json& launch : json.at("launches"))
      out.launches.push_back({texts_of(launch, "places"), verdict(launch.at("verdict")),
                              texts_of(launch, "assumptions")});
  const Json& stats = json.at("stats");
  out.stats.seconds = stats.at("seconds");
  out.stats.peak_mb = stats.at("peak_mb");
  out.stats.solver_calls = stats.at("solver_calls");
  if (stats.contains("counters"))
    for (const auto& [name, value] : stats.at("counters").items())
      out.stats.counters.emplace_back(name, value);
  if (stats.contains("stages"))
    for (const auto& [name, seconds] : stats.at("stages").items())
      out.stats.stages.emplace_back(name, seconds);
  return out;
}

Message message(const Json& json) {
  return {json.at("severity"), json.at("message"), position(json), text_of(json, "source_line")};
}

CheckResult result(const Json& json) {
  if (json.at("version") != 1) throw NotOurs{};
  CheckResult out;
  for (const Json& one : json.at("kernels"))
    out.kernels.push_back(kernel(one));
  for (const char* list : {"errors", "notes"})
    for (const Json& one : json.at(list))
      out.messages.push_back(message(one));
  out.dump = text_of(json, "dump");
  return out;
}

} // namespace

std::optional<CheckResult> read_report(const std::string& text) {
  try {
    return result(Json::parse(text));
  } catch (const NotOurs&) {
  } catch (const nlohmann::json::exception&) {
  }
  return std::nullopt;
}

} // namespace heddle::report
