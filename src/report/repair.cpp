#include "report/repair.hpp"

#include "report/json.hpp"
#include "report/snippet.hpp"
#include "report/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

std::string headline(const RepairedKernels& group) {
  switch (group.outcome) {
  case RepairOutcome::right:
    return "nothing to repair";
  case RepairOutcome::repaired:
    return fmt::format("repaired, cost {:g} -> {:g} ({})", group.cost_before, group.cost_after,
                       group.optimal ? "optimal" : "best found");
  case RepairOutcome::helpless:
    return "no placement of barriers helps";
  case RepairOutcome::undecided:
    return "not decided";
  }
  return "";
}

std::string change_text(const BarrierChange& change) {
  std::string text =
      !change.weakened.empty()
          ? fmt::format("weaken {} at {}:{} to {}, cost {:g}", change.text, change.position.line,
                        change.position.column, change.weakened, change.cost)
      : change.added ? fmt::format("add {} behind {}:{}, cost {:g}", change.text,
                                   change.position.line, change.position.column, change.cost)
                     : fmt::format("remove {} at {}:{}, cost {:g}", change.text,
                                   change.position.line, change.position.column, change.cost);
  for (std::size_t i = 0; i < change.orders.size(); ++i)
    text += fmt::format("{} {}", i == 0 ? ": orders" : ";", change.orders[i]);
  return text;
}

Json change_json(const BarrierChange& change) {
  return Json{{"added", change.added},        {"barrier", change.text},
              {"weakened", change.weakened},  {"file", change.position.file},
              {"line", change.position.line}, {"column", change.position.column},
              {"cost", change.cost},          {"orders", change.orders}};
}

Json group_json(const RepairedKernels& group) {
  Json out;
  out["kernels"] = group.kernels;
  out["outcome"] = to_string(group.outcome);
  out["cost_before"] = group.cost_before;
  out["cost_after"] = group.cost_after;
  out["optimal"] = group.optimal;
  out["changes"] = Json::array();
  for (const BarrierChange& change : group.changes)
    out["changes"].push_back(change_json(change));
  out["reasons"] = group.reasons;
  out["notes"] = group.notes;
  out["checks"] = group.checks;
  out["seconds"] = group.seconds;
  return out;
}

} // namespace

std::string to_text(const RepairResult& result) {
  std::string text;
  for (const RepairedKernels& group : result.groups) {
    text += fmt::format("{}: {}: {}, {} check{} in {:.2f} s\n", result.path,
                        fmt::join(group.kernels, ", "), headline(group), group.checks,
                        group.checks == 1 ? "" : "s", group.seconds);
    for (const BarrierChange& change : group.changes)
      text += fmt::format("  {}\n", change_text(change));
    for (const std::string& reason : group.reasons)
      text += fmt::format("  {}\n", reason);
    for (const std::string& note : group.notes)
      text += fmt::format("  note: {}\n", note);
  }
  return text;
}

std::string to_json(const RepairResult& result) {
  Json out;
  out["version"] = 1;
  out["file"] = result.path;
  out["groups"] = Json::array();
  for (const RepairedKernels& group : result.groups)
    out["groups"].push_back(group_json(group));
  out["diff"] = result.diff;
  out["after"] = Json::parse(to_json(result.after));
  out["errors"] = Json::array();
  for (const Message& message : result.messages)
    if (message.severity == "error")
      out["errors"].push_back(Json{{"message", message.text},
                                   {"file", message.position.file},
                                   {"line", message.position.line},
                                   {"column", message.position.column}});
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace heddle::report
