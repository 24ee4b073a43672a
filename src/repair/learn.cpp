#include "repair/learn.hpp"

#include "repair/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::repair {

namespace {

constexpr const char* grid_help =
    "a barrier of the block does not order blocks: atomics, a grid barrier or two launches do";

std::string with_suggestion(std::string text, const std::string& suggestion) {
  if (!suggestion.empty()) text += fmt::format("; or assume: --assume '{}'", suggestion);
  return text;
}

// Too few barriers do not lead to these.
bool is_of_a_wrong_one(const Finding& f) {
  return f.severity == FindingSeverity::error &&
         (f.kind == FindingKind::divergence || f.kind == FindingKind::alignment ||
          f.kind == FindingKind::deadlock || f.kind == FindingKind::count);
}

// Other barriers may change what it rests on.
bool rests_on_memory(const Finding& f) {
  return f.reads_memory || (f.kind == FindingKind::race && f.data_dependent);
}

} // namespace

Learner::Learner(const Task& task, Clauses& clauses, Found& found)
    : task_(task), layout_(task.layout), clauses_(clauses), found_(found) {}

bool Learner::learn(const CheckResult& result, const EditedText& text, const Placement& barriers) {
  text_ = &text;
  barriers_ = &barriers;
  bool more = false, guesses = false;
  elsewhere_ = false;
  one_wrong_ = std::ranges::any_of(result.kernels, [](const KernelResult& k) {
    return std::ranges::any_of(k.findings, is_of_a_wrong_one);
  });
  for (const KernelResult& kernel : result.kernels)
    for (const Finding& f : kernel.findings)
      if (!rests_on_memory(f)) more = learn(kernel.kernel, f) || more;
  // What rests on memory may be gone when the rest is repaired.
  for (const KernelResult& kernel : result.kernels)
    for (const Finding& f : kernel.findings)
      if (rests_on_memory(f) && (!more || f.kind == FindingKind::divergence))
        guesses = learn(kernel.kernel, f) || guesses;
  return more || guesses;
}

bool Learner::learn(const std::string& kernel, const Finding& f) {
  const bool is_error = f.severity == FindingSeverity::error;
  const bool is_harmless =
      f.kind == FindingKind::same_value_write || f.kind == FindingKind::racy_guess;
  if (is_harmless && f.accesses.size() == 2) return learn_same_value(kernel, f);
  if (!is_error) return false;
  switch (f.kind) {
  case FindingKind::race:
  case FindingKind::unordered_flag:
    if (f.scope == FindingScope::grid && !has_grid())
      return ((rests_on_memory(f) || hands_over()) && learn_elsewhere()) ||
             give_up(f, "between blocks", grid_help);
    if (f.accesses.size() != 2) break;
    return layout_.has_named() ? learn_race_among_named(kernel, f) : learn_race(kernel, f);
    break;
  case FindingKind::divergence:
  case FindingKind::exited_threads:
    return learn_divergence(f);
  case FindingKind::assertion:
    return give_up(f, "an assertion fails", "barriers do not make it hold");
  default:
    return learn_named(f);
  }
  return false;
}

void Learner::forget_reasons() {
  helpless_ = false;
  found_.reasons.clear();
}

void Learner::add_reason(std::string text) {
  if (std::ranges::find(found_.reasons, text) == found_.reasons.end())
    found_.reasons.push_back(std::move(text));
}

// ---- where it is
// ---------------------------------------------------------------------------------

std::optional<EditedText::Origin> Learner::origin(const Position& p) const {
  if (p.file != task_.path) return std::nullopt;
  return text_->origin(p.line, p.column);
}

SourcePlace Learner::place_of(const AccessReport& access) const {
  const auto offset = [&](const Position& p) -> std::optional<std::size_t> {
    const auto at = origin(p);
    return at ? std::optional(at->offset) : std::nullopt;
  };
  SourcePlace place;
  place.offsets.push_back(offset(access.position));
  for (const Position& call : access.inlined_at)
    place.offsets.push_back(offset(call));
  place.all_iterations = true;
  for (const auto& [loop, iteration] : access.iterations) {
    const auto where = offset(loop);
    place.all_iterations = place.all_iterations && where;
    place.iterations.emplace_back(where.value_or(0), iteration);
  }
  return place;
}

// Positions as they are in the file.
Finding Learner::original(Finding f) const {
  for (AccessReport& a : f.accesses)
    if (const auto at = origin(a.position)) a.position = position(at->offset);
  return f;
}

Position Learner::position(std::size_t offset) const {
  const std::string& text = task_.tree.text;
  const auto end = text.begin() + std::ptrdiff_t(std::min(offset, text.size()));
  const auto line = std::count(text.begin(), end, '\n') + 1;
  const std::size_t newline = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  const std::size_t begin = newline == std::string::npos ? 0 : newline + 1;
  return {task_.path, static_cast<unsigned>(line), static_cast<unsigned>(offset - begin + 1)};
}

// ---- races
// ---------------------------------------------------------------------------------------

std::vector<ChoiceId> Learner::between(const std::string& kernel, const Finding& f) const {
  return layout_.between(kernel, place_of(f.accesses[0]), place_of(f.accesses[1]));
}

// Those that do not stand yet, and may order threads that are as far apart.
smt::ChoiceClause Learner::missing(const std::vector<ChoiceId>& between, FindingScope scope) const {
  smt::ChoiceClause clause;
  for (const ChoiceId i : between)
    if (!barriers_->contains(i) && clauses_.is_open(i) && reaches(i, scope))
      clause.chosen.push_back(i);
  return clause;
}

bool Learner::reaches(ChoiceId i, FindingScope scope) const {
  const SourceSync::Kind kind = layout_.choices()[i].sync.kind;
  return scope == FindingScope::warp    ? true
         : scope == FindingScope::block ? kind >= SourceSync::Kind::block
                                        : kind == SourceSync::Kind::grid;
}

bool Learner::has_grid() const {
  return std::ranges::any_of(layout_.choices(),
                             [](const Choice& c) { return c.sync.kind == SourceSync::Kind::grid; });
}

bool Learner::learn_race(const std::string& kernel, const Finding& f) {
  const std::vector<ChoiceId> places = between(kernel, f);
  smt::ChoiceClause clause = missing(places, f.scope);
  if (clause.chosen.empty())
    return (rests_on_memory(f) && learn_elsewhere()) || give_up_race(kernel, f);
  const std::string text = pair_text(original(f));
  found_.ordered.emplace_back(clause.chosen, text);
  races_.push_back({clause.chosen, text, f.suggestion});
  if (rests_on_memory(f)) // with other barriers elsewhere, nothing may be wrong here
    clauses_.guess(std::move(clause), clauses_.others(*barriers_));
  else
    clauses_.need(std::move(clause));
  return true;
}

bool Learner::hands_over() const { return task_.tree.text.find("atomic") != std::string::npos; }

// Some other barrier, anywhere: with one more, memory may hold something else. Those of a warp
// rarely help: they come last.
bool Learner::learn_elsewhere() {
  const smt::ChoiceClause others = clauses_.others(*barriers_);
  if (is_shut(others.chosen)) return false;
  smt::ChoiceClause clause = others;
  std::erase_if(clause.chosen, [&](ChoiceId i) { return !reaches(i, FindingScope::block); });
  clauses_.guess(clause.chosen.empty() ? others : clause, others);
  elsewhere_ = true;
  return true;
}

// Named barriers, too, order what a barrier elsewhere orders one of them with: a race says little
// of where one is missing. Only that it is there with barriers everywhere is a reason.
bool Learner::learn_race_among_named(const std::string& kernel, const Finding& f) {
  const std::vector<ChoiceId> places = between(kernel, f);
  const smt::ChoiceClause clause = missing(places, FindingScope::warp);
  const std::string text = pair_text(original(f));
  found_.ordered.emplace_back(clause.chosen, text);
  if (!is_shut(clauses_.others(*barriers_).chosen)) return true;
  if (clause.chosen.empty()) return give_up_race(kernel, f);
  races_.push_back({clause.chosen, text, f.suggestion});
  helpless_ = true;
  explain();
  return true;
}

bool Learner::is_shut(const std::vector<ChoiceId>& choices) const {
  return std::ranges::all_of(choices, [&](ChoiceId i) { return clauses_.is_excluded(i); });
}

bool Learner::give_up_race(const std::string& kernel, const Finding& f) {
  if (layout_.same_statement(kernel, place_of(f.accesses[0]), place_of(f.accesses[1])))
    return give_up(f, "both accesses are in one statement", "no barrier fits between them");
  return give_up(f, "no barrier fits between the two", "");
}

bool Learner::keeps_same_values() const {
  return task_.repair.mode != RepairOptions::Mode::missing && !task_.repair.drop_same_value;
}

bool Learner::learn_same_value(const std::string& kernel, const Finding& f) {
  if (!keeps_same_values()) return false;
  const std::vector<ChoiceId> places = between(kernel, f);
  const bool was_ordered = std::ranges::any_of(
      places, [&](ChoiceId i) { return !layout_.choices()[i].is_new && !barriers_->contains(i); });
  if (!was_ordered) return false;
  smt::ChoiceClause clause = missing(places, f.scope);
  found_.ordered.emplace_back(
      clause.chosen, pair_text(original(f)) +
                         (f.kind == FindingKind::racy_guess ? " (a guess)" : " (equal values)"));
  clauses_.need(std::move(clause));
  return true;
}

// ---- barriers that may not stand
// -----------------------------------------------------------------

bool Learner::learn_divergence(const Finding& f) {
  const auto at = origin(f.accesses.front().position);
  std::optional<ChoiceId> which = at ? at->added : std::nullopt;
  for (ChoiceId i = 0; at && !which && i < layout_.choices().size(); ++i)
    if (!layout_.choices()[i].is_new && layout_.choices()[i].statement.contains(at->offset))
      which = i;
  if (!which) return give_up(f, "this barrier diverges, and cannot be moved", "");
  return clauses_.exclude(*which, f.reads_memory); // what is in memory may be another thing
}

// A barrier that takes part in an error of named ones may not stand there, those under conditions
// by thread first; else some barrier is missing, and which cannot be told.
bool Learner::learn_named(const Finding& f) {
  const bool some_by_thread = std::ranges::any_of(*barriers_, [&](ChoiceId i) {
    return layout_.choices()[i].is_new && layout_.choices()[i].by_thread;
  });
  bool excludes = false;
  for (const AccessReport& a : f.accesses)
    if (const auto at = origin(a.position); at && at->added)
      if (!some_by_thread || layout_.choices()[*at->added].by_thread)
        excludes = clauses_.exclude(*at->added, true) || excludes;
  if (excludes) return true;
  const smt::ChoiceClause others = clauses_.others(*barriers_);
  const bool is_fence =
      f.kind == FindingKind::proxy && task_.repair.mode == RepairOptions::Mode::missing;
  if (!is_fence && !is_shut(others.chosen)) {
    return layout_.has_named() || learn_elsewhere();
  }
  return give_up(f, f.message.empty() ? to_string(f.kind) : f.message,
                 f.kind == FindingKind::proxy ? "a barrier is no proxy fence"
                                              : "named barriers are neither placed nor moved");
}

// ---- reasons
// -------------------------------------------------------------------------------------

bool Learner::give_up(const Finding& finding, const std::string& why, const std::string& help) {
  const Finding f = original(finding);
  helpless_ = true;
  found_.outcome = RepairOutcome::helpless;
  std::string text = fmt::format("{}: {}", place_text(f.accesses.front().position), why);
  if (f.kind == FindingKind::race && f.accesses.size() == 2)
    text = fmt::format("{} and {}: {}", place_text(f.accesses[0].position),
                       place_text(f.accesses[1].position), why);
  if (!help.empty()) text += "; " + help;
  add_reason(with_suggestion(std::move(text), f.suggestion));
  return true;
}

void Learner::explain() {
  for (const Race& race : races_)
    if (is_shut(race.choices))
      add_reason(with_suggestion(race.text + ": not all threads reach the places between",
                                 race.suggestion));
  if (found_.reasons.empty())
    found_.reasons.emplace_back("the barriers that races need exclude each other");
}

} // namespace heddle::repair
