#include "check/dump.hpp"

#include "check/alternatives.hpp"
#include "check/pairs.hpp"

#include <cstdint>

namespace heddle::check {

namespace {

std::string traces(const Pool& pool, const protocol::Questions& questions) {
  std::string text;
  for (const auto& t : questions.traces)
    text += protocol::to_string(pool, t);
  for (const auto& o : questions.obligations)
    text += protocol::to_string(pool, o);
  return text;
}

std::string smt_text(Pool& pool, const core::Kernel& kernel, const protocol::Questions& questions) {
  std::string text;
  for (const auto& o : questions.obligations) {
    smt::Query query{o.name, o.facts, o.uniform};
    query.assertions.push_back(o.violation);
    text += "; " + o.name + "\n" + smt::to_smt2(pool, query);
  }
  for (const auto& t : questions.traces) {
    smt::Query query{t.name, t.facts, t.uniform};
    std::vector<Expr> races;
    for (const Pair& pair : RacePairs(pool, kernel, t, {true, true}).next(SIZE_MAX))
      races.push_back(pair.race);
    for (Expr e : one_of(pool, races, t.facts))
      query.assertions.push_back(e);
    text += "; " + t.name + "\n" + smt::to_smt2(pool, query);
  }
  return text;
}

std::string skeletons(const Pool& pool, const barrier::Block& block) {
  std::string text;
  for (const barrier::Case& c : block.cases) {
    const barrier::Extracted& e = c.extracted;
    if (!is_true(e.condition)) text += "case " + to_string(pool, e.condition) + "\n";
    text += e.nested ? barrier::to_string(*e.nested) : barrier::to_string(e.skeleton);
    if (e.outer_trips) text += "T = " + to_string(pool, e.outer_trips) + "\n";
    if (e.n) text += "n = " + to_string(pool, e.n) + "\n";
  }
  return text;
}

} // namespace

std::string dump_kernel(const std::string& stage, const core::Kernel& kernel,
                        const protocol::Protocol& protocol, const barrier::Block* block,
                        const protocol::Questions& questions) {
  if (stage == "core") return core::to_string(kernel);
  if (stage == "protocol") return protocol::to_string(protocol);
  if (stage == "skeleton") return block ? skeletons(*kernel.pool, *block) : "";
  if (stage == "crosses") return questions.crosses_dump;
  if (stage == "traces") return traces(*kernel.pool, questions);
  if (stage == "smt") return smt_text(*kernel.pool, kernel, questions);
  return "";
}

Message message(const Diagnostic& diagnostic, const Ctx& ctx) {
  Message m;
  switch (diagnostic.severity) {
  case Severity::note:
    m.severity = "note";
    break;
  case Severity::warning:
    m.severity = "warning";
    break;
  case Severity::error:
    m.severity = "error";
    break;
  }
  m.text = diagnostic.message;
  const Loc loc = diagnostic.loc;
  if (loc && loc.file < ctx.files.size()) {
    m.position = {ctx.files.path(loc.file), loc.line, loc.column};
    m.source_line = std::string(ctx.files.line(loc.file, loc.line));
  }
  return m;
}

} // namespace heddle::check
