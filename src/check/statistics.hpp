// What one kernel cost, over all its launches (--stats): processor seconds of stages, and counts,
// also of the rules that rewrote its expressions and questions ("rule: add-zero"). Shared by the
// tasks of the kernel.
#pragma once
#include "expr/rules.hpp"
#include "heddle/heddle.hpp"
#include "smt/normal/rules.hpp"
#include "smt/query.hpp"
#include "support/clock.hpp"

#include <map>
#include <mutex>
#include <string>

namespace heddle::check {

class Statistics {
public:
  void add(const std::string& stage, double seconds) {
    const std::lock_guard lock(mutex_);
    stages_[stage] += seconds;
  }
  void count(const std::string& what, std::uint64_t n = 1) {
    const std::lock_guard lock(mutex_);
    counters_[what] += n;
  }
  template <class Rule, class Table> void count(const RuleCounts<Rule>& fired, const Table& rules) {
    for (const auto& rule : rules)
      if (const std::uint64_t n = fired[index_of(rule.rule)])
        count("rule: " + std::string(rule.name), n);
  }
  void answer(const smt::Answer& answer) {
    add("solver", answer.seconds);
    if (answer.status == smt::Status::unknown) add("solver, in vain", answer.seconds);
    count("questions to the solver");
    count(answer.status == smt::Status::unknown ? "not answered" : "answered by " + answer.method);
  }
  void tell(KernelStats& to) const {
    const std::lock_guard lock(mutex_);
    to.counters.assign(counters_.begin(), counters_.end());
    to.stages.assign(stages_.begin(), stages_.end());
  }

private:
  mutable std::mutex mutex_;
  std::map<std::string, double> stages_;
  std::map<std::string, std::uint64_t> counters_;
};

// Adds the processor time of its thread while it lives.
class Timed {
public:
  Timed(Statistics& to, std::string stage) : to_(to), stage_(std::move(stage)) {}
  ~Timed() { to_.add(stage_, clock_.now() - start_); }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

private:
  Statistics& to_;
  std::string stage_;
  const ThreadClock clock_;
  const double start_ = clock_.now();
};

// Counts and times a run that shows whether a finding is one.
class Replay {
public:
  Replay(Statistics& to, FindingKind of) : timed_(to, "replay") {
    to.count("replays");
    to.count(std::string("replays for ") + to_string(of));
  }

private:
  const Timed timed_;
};

// What its thread rewrites while it lives.
class RulesOf {
public:
  explicit RulesOf(Statistics& to) : to_(to) {}
  ~RulesOf() {
    to_.count<Rule>(builders_.counts, rules);
    to_.count<smt::Rule>(solver_.counts, smt::rules);
  }
  RulesOf(const RulesOf&) = delete;
  RulesOf& operator=(const RulesOf&) = delete;

private:
  Statistics& to_;
  const CountsRules<Rule> builders_;
  const CountsRules<smt::Rule> solver_;
};

} // namespace heddle::check
