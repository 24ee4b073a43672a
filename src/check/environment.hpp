// What deciding one question needs of its kernel. Shared by the tasks of one kernel, read-only but
// for the pool, which locks itself.
#pragma once
#include "check/statistics.hpp"
#include "check/witness/experience.hpp"
#include "core/core.hpp"
#include "cuda/contract/resolve.hpp"
#include "heddle/heddle.hpp"
#include "protocol/traces.hpp"
#include "smt/query.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace heddle::check {

inline constexpr const char* time_is_spent = "the time for this kernel is spent";

inline constexpr double share_after_timeout = 0.1, share_after_budget = 0.02;
// Once an error is found, what is not answered at once is detail.
inline constexpr double share_of_detail = 0.006;
// Once something is confirmed that no assumption rules out, the rest is detail, too.
inline constexpr double share_after_bug = 0.1;
inline constexpr double bug_budget = 0.2; // time for the rest then, in time-outs
// Likewise once an error is possible: further models and errors are found at once or seldom.
inline constexpr double share_after_error = 0.03, error_budget = 0.3;
// .. and by then with no more than this: of 350 that were answered one took longer.
inline constexpr double share_behind_error = 0.25;
// Time for all that is asked and run once an error is found, in time-outs: what more there is to
// say of the kernel is mostly found by then. What rules an error out is sought within times of its
// own (witness/suggest.cpp).
inline constexpr double detail_budget = 0.2;
// Time for questions that stay open, in time-outs: hundreds of them would take all day.
inline constexpr double open_budget = 1.5;
// Of questions that get no more than this share so many in a row may stay open: what comes behind
// them would do so, too (measured on public code: of those that are answered, most are within a
// millisecond).
inline constexpr double hurried_share = 0.05;
inline constexpr unsigned most_open_in_a_row = 8, most_open_of_detail = 4;
// Time that may be lost on looking for one explanation again and again, in time-outs.
inline constexpr double share_in_vain = 0.1;
// .. and where that is no more than running it with other contents of memory.
inline constexpr double share_of_runs_in_vain = 0.03;

// Conditions that may rule findings of a kernel out, and the time spent on finding them.
struct Hints {
  std::atomic<double> seconds = 0, patience = 0; // the latter for negative sizes
  std::atomic<bool> were_sought_in_vain = false; // for a finding, as long as one is worth
  // What a condition says of the kernel, read once; nothing: it says nothing.
  std::optional<contract::Statement> statement(const core::Kernel& kernel, const std::string& text);

private:
  mutable std::mutex mutex_;
  std::map<std::string, std::optional<contract::Statement>> statements_;
};

struct Environment {
  const core::Kernel& kernel;
  const protocol::Protocol& protocol;
  const Ctx& ctx;
  Statistics& statistics;
  bool has_atomics = false;            // the kernel has atomic accesses to global memory
  bool acquires = false;               // some of which acquire
  bool has_fences = false;             // or atomics that acquire or release
  bool chosen_lanes = false;           // it has barriers of lanes that the hardware chose
  std::set<core::ArrayId> zeroed = {}; // arrays that are taken to hold 0 at the launch
  std::shared_ptr<Experience> experience;
  bool only_if_verified = false; // nothing but a proof is of use: the first error ends the check
  std::vector<Expr> seen_calls = {}; // LoweredKernel::seen_calls
  // A question took all its time: no verdict but refuted or unknown is left, and the others get
  // a part of theirs.
  mutable std::atomic<bool> timed_out = false;
  mutable std::atomic<double> open_seconds = 0;    // spent without an answer
  mutable std::atomic<double> seconds = 0;         // of the solver
  mutable std::atomic<unsigned> open_in_a_row = 0; // of those in a hurry, of one trace
  mutable std::atomic<bool> has_bug = false;
  mutable std::atomic<bool> is_refuted = false;   // by what was not confirmed
  mutable std::atomic<bool> has_error = false;    // confirmed or not, of whatever cause
  mutable std::atomic<double> detail_seconds = 0; // spent since then
  mutable std::atomic<bool> is_settled = false;   // not verified, and only that was asked
  mutable Hints hints{};

  Pool& pool() const { return *kernel.pool; }
  smt::Limits limits() const {
    const double whole = ctx.options.timeout_seconds;
    const bool may_be_refuted = is_refuted && !ctx.options.all_errors;
    const double share = open_seconds > open_budget * whole
                             ? (has_error ? share_of_detail : share_after_budget)
                         : has_bug && seconds > bug_budget * whole          ? share_of_detail
                         : may_be_refuted && seconds > error_budget * whole ? share_after_error
                         : timed_out                                        ? share_after_timeout
                         : has_bug                                          ? share_after_bug
                         : is_detail()                                      ? share_behind_error
                                                                            : 1;
    return {whole * share, ctx.options.memory_mb};
  }
  void spend(double took) const {
    if (has_error) detail_seconds += took;
  }
  // Is what is asked now a detail behind an error that was found?
  bool is_detail() const { return has_error && !ctx.options.all_errors; }
  bool has_seen_enough() const {
    return is_detail() && detail_seconds > detail_budget * ctx.options.timeout_seconds;
  }
  // Asks the solver, and notes where its time was not enough.
  smt::Answer solve(const smt::Query& query, const smt::Limits& given) const {
    const bool hurried = given.seconds <= hurried_share * ctx.options.timeout_seconds;
    const unsigned most_open = has_error ? most_open_of_detail : most_open_in_a_row;
    if (hurried && open_in_a_row >= most_open && !ctx.options.all_errors)
      return {
          smt::Status::unknown, {}, "timeout after too many questions that stayed open", "", 0, 0};
    if (has_seen_enough())
      return {smt::Status::unknown, {}, "timeout after the time for further errors", "", 0, 0};
    smt::Answer answer = smt::solve(pool(), query, given);
    seconds += answer.seconds;
    spend(answer.seconds);
    statistics.answer(answer);
    if (hurried) open_in_a_row = answer.status == smt::Status::unknown ? open_in_a_row + 1 : 0;
    if (answer.status == smt::Status::unknown) {
      open_seconds += answer.seconds;
      if (given.seconds >= ctx.options.timeout_seconds) timed_out = true;
    }
    return answer;
  }
  bool is_in_vain(Experience::Sought sought, const std::string& what) const {
    const double share =
        sought == Experience::Sought::contents ? share_of_runs_in_vain : share_in_vain;
    return !ctx.options.all_errors &&
           experience->is_in_vain(sought, what, share * ctx.options.timeout_seconds);
  }
  // It is not verified; does that end the check?
  bool settle() const {
    if (only_if_verified) is_settled = true;
    return only_if_verified;
  }
  Position position(Loc loc) const;
  Unknown unknown(std::string reason, Loc loc) const;
};

// The answer to one trace or obligation: findings, and reasons why it is not wholly decided.
struct Decision {
  std::vector<Finding> findings;
  std::vector<Unknown> unknowns;
  unsigned solver_calls = 0;
};

Decision decide(const Environment& env, const protocol::Trace& trace);
Decision decide(const Environment& env, const protocol::Obligation& obligation);

} // namespace heddle::check
