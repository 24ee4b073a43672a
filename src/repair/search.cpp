#include "repair/search.hpp"

#include "repair/words.hpp"
#include "smt/cheapest.hpp"
#include "support/clock.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::repair {

namespace {

using Mode = RepairOptions::Mode;

// Of two choices of equal cost: no braces; no condition on threadIdx; the first in the text.
constexpr double braces_weight = 3e-6, thread_weight = 6e-6, new_weight = 1e-6, late_weight = 1e-6;
constexpr double same_cost = 1e-4;
constexpr unsigned max_undecided = 4; // placements that the checker does not decide
constexpr unsigned max_trials = 120;  // calls of the checker, where named barriers are in error
constexpr double solver_seconds = 10;
// For each call of the checker's solver: a wrong placement shows some race at once, as a rule, and
// what of it is not decided does not matter.
constexpr double quick_seconds = 0.5;

class Search {
public:
  explicit Search(const Task& task) : task_(task), layout_(task.layout), options_(task.options) {
    options_.warps_apart = true; // what orders a warp is cheaper
    for (ChoiceId i = 0; i < layout_.choices().size(); ++i) {
      if (!is_open(i)) excluded_.insert(i);
      if (task.repair.mode == Mode::missing && !layout_.choices()[i].is_new) fixed_.insert(i);
    }
  }

  Found run() {
    if (task_.repair.mode == Mode::optimize && !starts_right()) return std::move(found_);
    std::set<ChoiceId> barriers = fixed_;
    while (true) {
      const auto verdict = check(barriers);
      if (verdict == Verdict::verified) return finish(barriers);
      if (over()) return undecided("the time is spent");
      if (verdict == Verdict::unknown && !skip(barriers)) return std::move(found_);
      if (helpless_) return std::move(found_);
      const auto next = choose();
      if (!next) return std::move(found_);
      if (*next == barriers) return undecided("the checker finds the same again");
      barriers = *next;
      if (!needs_probe(barriers)) continue;
      probe();
      if (helpless_) return std::move(found_);
      const auto again = choose();
      if (!again) return std::move(found_);
      barriers = *again;
    }
  }

private:
  bool is_open(ChoiceId i) const {
    return !layout_.choices()[i].is_new || task_.repair.mode != Mode::optimize;
  }
  bool over() const { return watch_.seconds() > task_.repair.seconds; }
  void stay_open(std::string why) {
    found_.outcome = RepairOutcome::undecided;
    found_.reasons.push_back(std::move(why));
  }
  Found undecided(std::string why) {
    stay_open(std::move(why));
    return std::move(found_);
  }

  // Every barrier that is there, before any is taken out.
  bool starts_right() {
    std::set<ChoiceId> all;
    for (ChoiceId i = 0; i < layout_.choices().size(); ++i)
      if (!layout_.choices()[i].is_new) all.insert(i);
    const auto verdict = check(all);
    if (verdict == Verdict::verified) return true;
    helpless_ = false;
    found_.reasons.clear();
    stay_open("the kernel is not verified as it is: repair it first");
    return false;
  }

  // Learns from what is found, first within short time.
  std::optional<Verdict> check(const std::set<ChoiceId>& barriers) {
    const EditedText edited(task_.tree, layout_, barriers);
    const double whole = task_.options.timeout_seconds;
    options_.timeout_seconds = std::min(quick_seconds, whole);
    const double start = watch_.seconds();
    auto verdict = ask(barriers, edited);
    // Within this time no call was cut short. Of equal values little is asked in a hurry.
    const bool hurried = whole > quick_seconds && watch_.seconds() - start >= quick_seconds;
    const bool is_open =
        verdict == Verdict::unknown || (verdict == Verdict::verified && keeps_same_values());
    if (hurried && is_open && !over()) {
      options_.timeout_seconds = whole;
      verdict = ask(barriers, edited);
    }
    return verdict;
  }

  std::optional<Verdict> ask(const std::set<ChoiceId>& barriers, const EditedText& edited) {
    const CheckResult result = check_text(task_.path, edited.text(), options_);
    ++found_.checks;
    Verdict all = Verdict::verified;
    bool more = false, guesses = false;
    reason_ = "";
    for (const Message& m : result.messages)
      if (m.severity == "error") reason_ = m.text;
    if (result.has_errors() || result.kernels.empty()) return Verdict::unknown;
    for (const KernelResult& kernel : result.kernels) {
      all = join(all, kernel.verdict);
      for (const Unknown& u : kernel.unknowns)
        if (reason_.empty()) reason_ = fmt::format("{}: {}", place_text(u.position), u.reason);
      for (const Finding& f : kernel.findings)
        if (!f.reads_memory) more = learn(kernel.kernel, f, edited, barriers) || more;
    }
    // What rests on memory may be gone when the rest is repaired.
    for (const KernelResult& kernel : result.kernels)
      for (const Finding& f : kernel.findings)
        if (f.reads_memory && (!more || f.kind == FindingKind::divergence))
          guesses = learn(kernel.kernel, f, edited, barriers) || guesses;
    more = more || guesses;
    if (all == Verdict::refuted) return more || helpless_ ? all : Verdict::unknown;
    if (all == Verdict::verified && more) return Verdict::refuted; // of same-value writes
    return all;
  }

  SourcePlace place_of(const AccessReport& access, const EditedText& edited) const {
    const auto offset = [&](const Position& p) -> std::optional<std::size_t> {
      if (p.file != task_.path) return std::nullopt;
      const auto origin = edited.origin(p.line, p.column);
      return origin ? std::optional(origin->offset) : std::nullopt;
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

  bool learn(const std::string& kernel, const Finding& f, const EditedText& edited,
             const std::set<ChoiceId>& barriers) {
    const bool is_error = f.severity == FindingSeverity::error;
    if (f.kind == FindingKind::same_value_write && f.accesses.size() == 2)
      return learn_same_value(kernel, f, edited, barriers);
    if (!is_error) return false;
    switch (f.kind) {
    case FindingKind::race:
      if (f.scope == FindingScope::grid && !has_grid())
        return give_up(f, "between blocks", grid_help);
      if (f.accesses.size() == 2) return learn_race(kernel, f, edited, barriers);
      break;
    case FindingKind::divergence:
    case FindingKind::exited_threads:
      return learn_divergence(f, edited);
    case FindingKind::assertion:
      return give_up(f, "an assertion fails", "barriers do not make it hold");
    default:
      return learn_named(f, edited, barriers);
    }
    return false;
  }

  // May it order threads that are as far apart as those?
  bool reaches(ChoiceId i, FindingScope scope) const {
    const SourceSync::Kind kind = layout_.choices()[i].sync.kind;
    return scope == FindingScope::warp    ? true
           : scope == FindingScope::block ? kind >= SourceSync::Kind::block
                                          : kind == SourceSync::Kind::grid;
  }
  bool has_grid() const {
    return std::ranges::any_of(
        layout_.choices(), [](const Choice& c) { return c.sync.kind == SourceSync::Kind::grid; });
  }

  bool learn_race(const std::string& kernel, const Finding& f, const EditedText& edited,
                  const std::set<ChoiceId>& barriers) {
    const SourcePlace a = place_of(f.accesses[0], edited), b = place_of(f.accesses[1], edited);
    const std::vector<ChoiceId> between = layout_.between(kernel, a, b);
    smt::ChoiceClause clause;
    for (const ChoiceId i : between)
      if (!barriers.contains(i) && is_open(i) && reaches(i, f.scope)) clause.chosen.push_back(i);
    if (clause.chosen.empty()) {
      if (layout_.same_statement(kernel, a, b))
        return give_up(f, "both accesses are in one statement", "no barrier fits between them");
      return give_up(f, "no barrier fits between the two", "");
    }
    const std::string text = pair_text(original(f, edited));
    found_.ordered.emplace_back(clause.chosen, text);
    races_.push_back({clause.chosen, text, f.suggestion});
    // Named barriers, too, order what a barrier elsewhere orders one of them with.
    if (layout_.has_named()) {
      smt::ChoiceClause wide;
      for (const ChoiceId i : between)
        if (!barriers.contains(i) && is_open(i)) wide.chosen.push_back(i);
      guessed_clauses_.push_back(std::move(clause));
      wide_clauses_.push_back(std::move(wide));
    } else if (f.reads_memory)
      guess(std::move(clause), barriers);
    else
      clauses_.push_back(std::move(clause));
    return true;
  }

  // With other barriers elsewhere, what is in memory may be known, and nothing be wrong here.
  void guess(smt::ChoiceClause clause, const std::set<ChoiceId>& barriers) {
    guessed_clauses_.push_back(std::move(clause));
    wide_clauses_.push_back(others(barriers));
  }
  smt::ChoiceClause others(const std::set<ChoiceId>& barriers) const {
    smt::ChoiceClause clause;
    for (ChoiceId i = 0; i < layout_.choices().size(); ++i)
      if (!barriers.contains(i) && is_open(i)) clause.chosen.push_back(i);
    return clause;
  }

  // Positions as they are in the file.
  Finding original(Finding f, const EditedText& edited) const {
    for (AccessReport& a : f.accesses)
      if (const auto origin = edited.origin(a.position.line, a.position.column))
        if (a.position.file == task_.path) a.position = position(origin->offset);
    return f;
  }
  Position position(std::size_t offset) const {
    const std::string& text = task_.tree.text;
    const auto end = text.begin() + std::ptrdiff_t(std::min(offset, text.size()));
    const auto line = std::count(text.begin(), end, '\n') + 1;
    const std::size_t newline = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
    const std::size_t begin = newline == std::string::npos ? 0 : newline + 1;
    return {task_.path, static_cast<unsigned>(line), static_cast<unsigned>(offset - begin + 1)};
  }

  // Barriers may be there for the order of equal values: they are not dropped without a word.
  bool keeps_same_values() const {
    return task_.repair.mode != Mode::missing && !task_.repair.drop_same_value;
  }
  bool learn_same_value(const std::string& kernel, const Finding& f, const EditedText& edited,
                        const std::set<ChoiceId>& barriers) {
    if (!keeps_same_values()) return false;
    const std::vector<ChoiceId> between =
        layout_.between(kernel, place_of(f.accesses[0], edited), place_of(f.accesses[1], edited));
    const bool was_ordered = std::ranges::any_of(
        between, [&](ChoiceId i) { return !layout_.choices()[i].is_new && !barriers.contains(i); });
    if (!was_ordered) return false;
    smt::ChoiceClause clause;
    for (const ChoiceId i : between)
      if (!barriers.contains(i) && is_open(i) && reaches(i, f.scope)) clause.chosen.push_back(i);
    found_.ordered.emplace_back(clause.chosen, pair_text(original(f, edited)) + " (equal values)");
    clauses_.push_back(std::move(clause));
    return true;
  }

  bool learn_divergence(const Finding& f, const EditedText& edited) {
    const Position& p = f.accesses.front().position;
    const auto origin = p.file == task_.path ? edited.origin(p.line, p.column) : std::nullopt;
    std::optional<ChoiceId> which = origin ? origin->added : std::nullopt;
    for (ChoiceId i = 0; origin && !which && i < layout_.choices().size(); ++i)
      if (!layout_.choices()[i].is_new && layout_.choices()[i].statement.contains(origin->offset))
        which = i;
    if (!which) return give_up(f, "this barrier diverges, and cannot be moved", "");
    // What is in memory may be another thing with other barriers.
    if (f.reads_memory) guessed_.insert(*which);
    fixed_.erase(*which);
    return excluded_.insert(*which).second;
  }

  // Among named barriers: a barrier of the block that takes part in the error may not stand there;
  // else some barrier is missing, as far as can be told.
  bool learn_named(const Finding& f, const EditedText& edited, const std::set<ChoiceId>& barriers) {
    bool excludes = false;
    for (const AccessReport& a : f.accesses) {
      const auto origin = a.position.file == task_.path
                              ? edited.origin(a.position.line, a.position.column)
                              : std::nullopt;
      if (!origin || !origin->added) continue;
      guessed_.insert(*origin->added);
      excludes = excluded_.insert(*origin->added).second || excludes;
    }
    if (excludes) return true;
    // Barriers of a warp rarely help: they come last.
    const smt::ChoiceClause wide = others(barriers);
    smt::ChoiceClause clause = wide;
    std::erase_if(clause.chosen, [&](ChoiceId i) { return !reaches(i, FindingScope::block); });
    const bool is_first =
        std::ranges::none_of(named_, [&](const auto& c) { return c == clause.chosen; });
    if (wide.chosen.empty() || !is_first || found_.checks > max_trials) {
      give_up(f, f.message.empty() ? to_string(f.kind) : f.message,
              f.kind == FindingKind::proxy ? "a barrier is no proxy fence"
                                           : "named barriers are neither placed nor moved");
      found_.outcome = RepairOutcome::undecided; // trials show nothing of other placements
      return true;
    }
    named_.push_back(clause.chosen);
    guessed_clauses_.push_back(std::move(clause));
    wide_clauses_.push_back(wide);
    return true;
  }

  static constexpr const char* grid_help =
      "a barrier of the block does not order blocks: atomics, a grid barrier or two launches do";

  bool give_up(const Finding& f, const std::string& why, const std::string& help) {
    helpless_ = true;
    found_.outcome = RepairOutcome::helpless;
    std::string text = fmt::format("{}: {}", place_text(f.accesses.front().position), why);
    if (f.kind == FindingKind::race && f.accesses.size() == 2)
      text = fmt::format("{} and {}: {}", place_text(f.accesses[0].position),
                         place_text(f.accesses[1].position), why);
    if (!help.empty()) text += "; " + help;
    if (!f.suggestion.empty()) text += fmt::format("; or assume: --assume '{}'", f.suggestion);
    if (std::ranges::find(found_.reasons, text) == found_.reasons.end())
      found_.reasons.push_back(std::move(text));
    return true;
  }

  // A placement that the checker does not decide is left out, for as long as there are few.
  bool skip(const std::set<ChoiceId>& barriers) {
    last_unknown_ = reason_;
    smt::ChoiceClause other;
    for (ChoiceId i = 0; i < layout_.choices().size(); ++i)
      if (barriers.contains(i))
        other.left.push_back(i);
      else if (is_open(i))
        other.chosen.push_back(i);
    skipped_.push_back(std::move(other));
    if (found_.checks > 1 && skipped_.size() <= max_undecided) return true;
    stay_open(reason_.empty() ? "the checker does not decide" : reason_);
    return false;
  }

  double weight(ChoiceId i) const {
    const Choice& c = layout_.choices()[i];
    return c.cost + (c.braces ? braces_weight : 0) + (c.by_thread ? thread_weight : 0) +
           (c.is_new ? new_weight : 0) +
           late_weight * double(i + 1) / double(layout_.choices().size() + 1);
  }

  // With everything that was learned, or only with what surely holds for every placement.
  smt::CheapestChoice cheapest(bool with_guesses) const {
    smt::ChoiceProblem problem;
    for (ChoiceId i = 0; i < layout_.choices().size(); ++i)
      problem.weights.push_back(weight(i));
    problem.clauses = clauses_;
    for (const ChoiceId i : fixed_)
      problem.clauses.push_back({{i}, {}});
    for (const ChoiceId i : excluded_)
      if (with_guesses || !guessed_.contains(i)) problem.clauses.push_back({{}, {i}});
    if (with_guesses) {
      problem.clauses.insert(problem.clauses.end(), skipped_.begin(), skipped_.end());
      problem.clauses.insert(problem.clauses.end(), guessed_clauses_.begin(),
                             guessed_clauses_.end());
    }
    return smt::cheapest(problem, solver_seconds);
  }

  std::optional<std::set<ChoiceId>> choose() {
    smt::CheapestChoice choice = cheapest(true);
    if (choice.decided && !choice.chosen && !guessed_clauses_.empty() &&
        guessed_clauses_.size() == wide_clauses_.size()) {
      guessed_clauses_ = wide_clauses_;
      choice = cheapest(true);
    }
    if (choice.decided && choice.chosen)
      return std::set<ChoiceId>(choice.chosen->begin(), choice.chosen->end());
    if (!choice.decided) {
      stay_open("the search for the cheapest placement took too long");
    } else if (!skipped_.empty()) {
      stay_open(last_unknown_.empty() ? "the checker does not decide" : last_unknown_);
    } else {
      // Among named barriers, what was found by trial excludes too much, perhaps.
      const bool is_sure = !layout_.has_named() || !cheapest(false).chosen;
      found_.outcome = is_sure ? RepairOutcome::helpless : RepairOutcome::undecided;
      explain();
    }
    return std::nullopt;
  }

  // No choice is left: which races have none.
  void explain() {
    for (const Race& race : races_) {
      const bool none =
          std::ranges::all_of(race.choices, [&](ChoiceId i) { return excluded_.contains(i); });
      if (!none) continue;
      std::string text = race.text + ": not all threads reach the places between";
      if (!race.suggestion.empty())
        text += fmt::format("; or assume: --assume '{}'", race.suggestion);
      if (std::ranges::find(found_.reasons, text) == found_.reasons.end())
        found_.reasons.push_back(std::move(text));
    }
    if (found_.reasons.empty())
      found_.reasons.emplace_back("the barriers that races need exclude each other");
  }

  // Under conditions that look as if threads differed, the checker is asked about all places at
  // once.
  bool needs_probe(const std::set<ChoiceId>& barriers) const {
    return !probed_ && std::ranges::any_of(barriers, [&](ChoiceId i) {
      return !fixed_.contains(i) && layout_.choices()[i].by_thread;
    });
  }
  void probe() {
    probed_ = true;
    std::set<ChoiceId> all;
    for (ChoiceId i = 0; i < layout_.choices().size(); ++i)
      if (!excluded_.contains(i) && layout_.choices()[i].sync.kind == SourceSync::Kind::block)
        all.insert(i);
    all.insert(fixed_.begin(), fixed_.end());
    check(all);
  }

  Found finish(const std::set<ChoiceId>& barriers) {
    found_.outcome = RepairOutcome::repaired;
    found_.barriers = barriers;
    found_.optimal = true;
    if (!guessed_.empty() || !skipped_.empty() || !guessed_clauses_.empty()) {
      const smt::CheapestChoice bound = cheapest(false);
      found_.optimal = bound.decided && bound.chosen &&
                       layout_.cost({bound.chosen->begin(), bound.chosen->end()}) >
                           layout_.cost(barriers) - same_cost;
    }
    if (!found_.optimal) prune();
    return std::move(found_);
  }

  // What was learned in vain may have left more than is needed.
  void prune() {
    const std::set<ChoiceId> all = found_.barriers;
    for (const ChoiceId i : all) {
      if (fixed_.contains(i) || over()) continue;
      std::set<ChoiceId> fewer = found_.barriers;
      fewer.erase(i);
      if (check(fewer) == Verdict::verified) found_.barriers = std::move(fewer);
    }
    found_.outcome = RepairOutcome::repaired;
    found_.reasons.clear();
  }

  struct Race {
    std::vector<ChoiceId> choices;
    std::string text, suggestion;
  };

  const Task& task_;
  const Layout& layout_;
  Options options_;
  const Stopwatch watch_;
  Found found_;
  std::vector<smt::ChoiceClause> clauses_, skipped_;
  std::vector<smt::ChoiceClause> guessed_clauses_; // perhaps not needed with other barriers
  std::vector<smt::ChoiceClause> wide_clauses_;    // the same, of all places
  std::vector<Race> races_;
  std::vector<std::vector<ChoiceId>> named_;      // clauses of errors among named barriers
  std::set<ChoiceId> fixed_, excluded_, guessed_; // guessed: perhaps not with other barriers
  bool helpless_ = false, probed_ = false;
  std::string reason_, last_unknown_;
};

} // namespace

Found search(const Task& task) { return Search(task).run(); }

} // namespace heddle::repair
