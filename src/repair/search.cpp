#include "repair/search.hpp"

#include "repair/clauses.hpp"
#include "repair/fewest.hpp"
#include "repair/learn.hpp"
#include "repair/words.hpp"
#include "support/clock.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::repair {

namespace {

using Mode = RepairOptions::Mode;

constexpr double same_cost = 1e-4;
constexpr unsigned max_undecided = 4; // placements that the checker does not decide
constexpr unsigned many_checks = 12;
constexpr unsigned max_trials = 120; // calls of the checker among named barriers
// For each call of the checker's solver: a wrong placement shows some race at once, as a rule, and
// what of it is not decided does not matter.
constexpr double quick_seconds = 0.5;

class Search {
public:
  explicit Search(const Task& task)
      : task_(task), layout_(task.layout), options_(task.options),
        clauses_(task.layout, task.repair.mode), learner_(task, clauses_, found_) {
    options_.warps_apart = true; // what orders a warp is cheaper
    options_.all_errors = true;  // each is a clause: with fewer, more rounds are needed
  }

  // What stands there and is right is not given up for less.
  Found run() {
    const Placement old = all_old();
    Found found = find();
    const bool is_better = found.outcome == RepairOutcome::repaired &&
                           layout_.cost(found.barriers) < layout_.cost(old) + same_cost;
    if (task_.repair.mode == Mode::missing || is_better || is_wrong_) return found;
    found_ = {};
    found_.checks = found.checks;
    if (!is_right(old)) return found;
    found_.outcome = RepairOutcome::repaired;
    found_.barriers = old;
    found_.reasons.clear();
    found_.notes.push_back("kept as it is: " + (found.reasons.empty() ? "nothing cheaper was found"
                                                                      : found.reasons.front()));
    return std::move(found_);
  }

private:
  Placement all_old() const {
    Placement all;
    for (ChoiceId i = 0; i < layout_.choices().size(); ++i)
      if (!layout_.choices()[i].is_new) all.insert(i);
    return all;
  }

  Found find() {
    if (task_.repair.mode == Mode::optimize && !starts_right()) return std::move(found_);
    if (layout_.has_named()) return among_named();
    Placement barriers = clauses_.fixed();
    while (true) {
      const auto verdict = check(barriers);
      if (verdict == Verdict::verified) return finish(barriers);
      if (over()) return undecided("the time is spent");
      if (verdict == Verdict::unknown && !skip(barriers)) return std::move(found_);
      if (learner_.is_helpless()) return std::move(found_);
      if ((found_.checks >= many_checks || learner_.is_elsewhere()) && !everywhere_)
        stand_everywhere();
      if (learner_.is_helpless()) return handed_over();
      const auto next = choose();
      if (!next) return std::move(found_);
      if (*next == barriers) return undecided("the checker finds the same again");
      barriers = *next;
      if (!needs_probe(barriers)) continue;
      probe();
      if (learner_.is_helpless()) return std::move(found_);
      const auto again = choose();
      if (!again) return std::move(found_);
      barriers = *again;
    }
  }

  // What a flag or a ticket hands over the checker may not see among barriers everywhere: one alone
  // may help for all that.
  Found handed_over() {
    if (!learner_.hands_over()) return std::move(found_);
    Found helpless = found_;
    const auto one = one_alone();
    helpless.checks = found_.checks;
    found_ = std::move(helpless);
    if (!one) return std::move(found_);
    found_.reasons.clear();
    Placement barriers = clauses_.fixed();
    barriers.insert(one->begin(), one->end());
    return finish(barriers);
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
    is_wrong_ = check(all_old()) != Verdict::verified;
    if (!is_wrong_) return true;
    learner_.forget_reasons();
    stay_open("the kernel is not verified as it is: repair it first");
    return false;
  }

  // Learns from what is found, first within short time.
  Verdict check(const Placement& barriers) {
    const EditedText edited(task_.tree, layout_, barriers);
    const double whole = task_.options.timeout_seconds;
    options_.timeout_seconds = std::min(quick_seconds, whole);
    const double start = watch_.seconds();
    Verdict verdict = ask(barriers, edited);
    // Within this time no call was cut short. Of equal values little is asked in a hurry.
    const bool hurried = whole > quick_seconds && watch_.seconds() - start >= quick_seconds;
    const bool is_open = verdict == Verdict::unknown ||
                         (verdict == Verdict::verified && learner_.keeps_same_values());
    if (hurried && is_open && !over()) {
      options_.timeout_seconds = whole;
      verdict = ask(barriers, edited);
    }
    return verdict;
  }

  Verdict ask(const Placement& barriers, const EditedText& edited) {
    const CheckResult result =
        check_text(task_.path, edited.text(), limited(options_, task_, watch_.seconds()));
    ++found_.checks;
    reason_ = reason_of(result);
    if (result.has_errors() || result.kernels.empty()) return Verdict::unknown;
    Verdict all = Verdict::verified;
    for (const KernelResult& kernel : result.kernels)
      all = join(all, kernel.verdict);
    const bool more = learner_.learn(result, edited, barriers);
    if (all == Verdict::refuted) return more || learner_.is_helpless() ? all : Verdict::unknown;
    if (all == Verdict::verified && more) return Verdict::refuted; // of same-value writes
    return all;
  }

  // Why it may not be decided.
  static std::string reason_of(const CheckResult& result) {
    std::string reason;
    for (const Message& m : result.messages)
      if (m.severity == "error") reason = m.text;
    for (const KernelResult& kernel : result.kernels)
      for (const Unknown& u : kernel.unknowns)
        if (reason.empty()) reason = fmt::format("{}: {}", place_text(u.position), u.reason);
    return reason;
  }

  // A placement that the checker does not decide is left out, for as long as there are few.
  bool skip(const Placement& barriers) {
    last_unknown_ = reason_.empty() ? "the checker does not decide" : reason_;
    clauses_.skip(barriers);
    if (found_.checks > 1 && clauses_.count_skipped() <= max_undecided) return true;
    stay_open(last_unknown_);
    return false;
  }

  std::optional<Placement> choose() {
    const smt::CheapestChoice choice = clauses_.next();
    if (choice.decided && choice.chosen)
      return Placement(choice.chosen->begin(), choice.chosen->end());
    if (!choice.decided) {
      stay_open("the search for the cheapest placement took too long");
    } else if (clauses_.count_skipped() > 0) {
      stay_open(last_unknown_);
    } else {
      // With other contents of memory, perhaps.
      const bool is_sure = !clauses_.has_guesses() || !clauses_.bound().chosen;
      found_.outcome = is_sure ? RepairOutcome::helpless : RepairOutcome::undecided;
      learner_.explain();
    }
    return std::nullopt;
  }

  // Under conditions that look as if threads differed, the checker is asked about all places at
  // once.
  bool needs_probe(const Placement& barriers) const {
    return !probed_ && std::ranges::any_of(barriers, [&](ChoiceId i) {
      return !clauses_.is_fixed(i) && layout_.choices()[i].by_thread;
    });
  }
  void probe() {
    probed_ = true;
    Placement all;
    for (ChoiceId i = 0; i < layout_.choices().size(); ++i)
      if (!clauses_.is_excluded(i) && layout_.choices()[i].sync.kind == SourceSync::Kind::block)
        all.insert(i);
    all.insert(clauses_.fixed().begin(), clauses_.fixed().end());
    check(all);
  }

  // Where many placements were tried, one question, or a few, whether any helps: what is found with
  // barriers everywhere leaves no choice.
  void stand_everywhere() {
    everywhere_ = true;
    for (std::size_t before = layout_.choices().size() + 1; !over() && !learner_.is_helpless();) {
      std::vector<ChoiceId> all = clauses_.everywhere();
      if (all.size() >= before) return;
      before = all.size();
      if (layout_.has_assembly()) // where it copies, those of part of a warp are in other errors
        std::erase_if(all, [&](ChoiceId i) {
          return !clauses_.is_fixed(i) && !is_of_block(layout_.choices()[i]);
        });
      if (check({all.begin(), all.end()}) == Verdict::verified) return;
    }
  }

  // Errors of named barriers do not tell which other barrier is missing.
  Found among_named() {
    const Placement before = clauses_.fixed();
    for (const ChoiceId i : clauses_.everywhere())
      if (!layout_.choices()[i].is_new) old_.push_back(i);
    if (check(before) == Verdict::verified) return finish(before);
    learner_.forget_reasons();
    // In the role of some threads, one of the block is wrong as a rule.
    shut_new([](const Choice& c) { return c.by_thread && is_of_block(c); });
    std::optional<Placement> found = few_of_all();
    if (!found && task_.repair.mode == Mode::from_scratch) found = few_of_old();
    if (!found && !learner_.is_helpless()) found = one_alone();
    if (!found) return std::move(found_);
    found_.barriers = std::move(*found);
    found_.barriers.insert(clauses_.fixed().begin(), clauses_.fixed().end());
    found_.outcome = RepairOutcome::repaired;
    found_.reasons.clear();
    return std::move(found_);
  }

  std::optional<Placement> few_of_all() {
    const std::optional<std::vector<ChoiceId>> all = all_that_may_stand();
    if (!all) return std::nullopt;
    return few_of(*all);
  }

  Placement few_of(std::vector<ChoiceId> some) {
    std::erase_if(some, [&](ChoiceId i) { return clauses_.is_fixed(i); });
    return fewest(
        some, [&](Placement fewer) { return is_right(std::move(fewer)); }, [&] { return tried(); });
  }

  // Many at once may be more than the checker decides about: of those that stand there.
  std::optional<Placement> few_of_old() {
    std::vector<ChoiceId> old = old_;
    if (over() || !is_right({old.begin(), old.end()})) return std::nullopt;
    return few_of(std::move(old));
  }
  // .. or of all one.
  std::optional<Placement> one_alone() {
    std::vector<ChoiceId> open = clauses_.everywhere();
    std::ranges::reverse(open);
    for (const ChoiceId i : open)
      if (!tried() && !clauses_.is_fixed(i) && is_right({i})) return Placement{i};
    return std::nullopt;
  }

  bool tried() const { return over() || found_.checks > max_trials; }

  bool is_right(Placement some) {
    some.insert(clauses_.fixed().begin(), clauses_.fixed().end());
    return check(some) == Verdict::verified;
  }

  bool shut_new(const std::function<bool(const Choice&)>& which) {
    bool is_new = false;
    for (ChoiceId i = 0; i < layout_.choices().size(); ++i)
      if (const Choice& c = layout_.choices()[i]; c.is_new && which(c))
        is_new = clauses_.exclude(i, true) || is_new;
    return is_new;
  }
  static bool is_of_block(const Choice& c) { return c.sync.kind >= SourceSync::Kind::block; }

  // Every barrier that is in no error; nothing when something is wrong all the same.
  std::optional<std::vector<ChoiceId>> all_that_may_stand() {
    bool arms_known = false;
    while (true) {
      const std::vector<ChoiceId> all = clauses_.everywhere();
      const Verdict verdict = check({all.begin(), all.end()});
      if (verdict == Verdict::verified) return all;
      if (over()) {
        stay_open("the time is spent");
        return std::nullopt;
      }
      if (clauses_.everywhere().size() < all.size()) {
        learner_.forget_reasons();
      } else if (learner_.is_one_wrong() && !arms_known) {
        arms_known = true;
        shut_wrong_arms();
      } else if (learner_.is_helpless()) {
        found_.outcome = RepairOutcome::undecided; // what was shut is a guess
        return std::nullopt;
      } else if (!shut_new(is_of_block)) { // fewer are easier to decide about
        stay_open(reason_.empty() ? "the checker does not decide" : reason_);
        return std::nullopt;
      }
    }
  }

  // One of a warp under a condition that not all of the warp fulfil keeps the others waiting
  // elsewhere: each arm is tried alone, behind none of them.
  void shut_wrong_arms() {
    std::set<Extent> arms{{}};
    for (const Choice& c : layout_.choices())
      if (c.is_new && c.by_thread) arms.insert(c.arm);
    for (const Extent& arm : arms) {
      const auto is_elsewhere = [&](const Choice& c) {
        return c.is_new && c.by_thread && c.arm != arm;
      };
      std::size_t before = 0;
      do { // once more when one that takes part was shut
        std::vector<ChoiceId> some = clauses_.everywhere();
        before = some.size();
        std::erase_if(some, [&](ChoiceId i) { return is_elsewhere(layout_.choices()[i]); });
        check({some.begin(), some.end()});
      } while (clauses_.everywhere().size() < before && !over());
      if (learner_.is_one_wrong())
        shut_new([&](const Choice& c) { return c.by_thread && c.arm == arm; });
    }
    learner_.forget_reasons();
  }

  Found finish(const Placement& barriers) {
    found_.outcome = RepairOutcome::repaired;
    found_.barriers = barriers;
    found_.optimal = true;
    if (clauses_.has_guesses()) {
      const smt::CheapestChoice bound = clauses_.bound();
      found_.optimal = bound.decided && bound.chosen &&
                       layout_.cost({bound.chosen->begin(), bound.chosen->end()}) >
                           layout_.cost(barriers) - same_cost;
    }
    if (!found_.optimal) prune();
    return std::move(found_);
  }

  // What was learned in vain may have left more than is needed.
  void prune() {
    const Placement all = found_.barriers;
    for (const ChoiceId i : all) {
      if (clauses_.is_fixed(i) || over()) continue;
      Placement fewer = found_.barriers;
      fewer.erase(i);
      if (check(fewer) == Verdict::verified) found_.barriers = std::move(fewer);
    }
    found_.outcome = RepairOutcome::repaired;
    found_.reasons.clear();
  }

  const Task& task_;
  const Layout& layout_;
  Options options_;
  const Stopwatch watch_;
  Found found_;
  Clauses clauses_;
  Learner learner_;
  std::vector<ChoiceId> old_; // barriers that stand there, the dearest first
  bool probed_ = false, everywhere_ = false;
  bool is_wrong_ = false; // as it is, which is known
  std::string reason_, last_unknown_;
};

} // namespace

Found search(const Task& task) { return Search(task).run(); }

} // namespace heddle::repair
