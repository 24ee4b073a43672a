// Runs of the witness of a race: does it happen, with which contents of memory?
#pragma once
#include "check/pairs.hpp"
#include "check/witness/witness.hpp"

namespace heddle::check {

class RaceRun {
public:
  using Obstacle = core::ReplayResult::Obstacle;

  RaceRun(const Environment& env, const protocol::Trace& trace) : env_(env), trace_(trace) {}

  struct Judged {
    bool is_conflict = false; // a run comes to both accesses, and stores no equal values
    Obstacle obstacle{};      // why there was none, where other values may do without
    // In bytes, where the run that confirms it came to other cells than the witness has.
    std::optional<std::array<std::int64_t, 2>> elsewhere = std::nullopt;
  };
  // Says in `finding` what the runs show. Its kind, severity and accesses are known.
  Judged confirm(const Pair& pair, const Witness& witness, Finding& finding) const;
  // Whatever a run shows of this race: what is not known of it are no values of the witness.
  bool stays_possible(const Pair& pair) const;

private:
  bool is_named() const { return !trace_.order.who[0].empty(); } // among named barriers
  bool of_proxies() const { return trace_.order.proxy != protocol::Order::Proxy::none; }
  bool perhaps_ordered(const Pair& pair, const std::vector<Expr>& relied) const;
  bool is_of_chosen(const Pair& pair) const;
  bool perhaps_ordered_by_atomics(const std::vector<Expr>& relied) const;
  bool reads(Expr e) const;
  bool changes(Expr atom) const;
  bool stores_cells(const protocol::TraceAccess& a) const;
  bool values_open(const Pair& pair) const;
  bool compares(const Pair& pair, const Finding& finding) const;
  std::vector<Expr> relied_on(const Pair& pair, const Finding& finding) const;
  const core::Kernel& kernel_of(const Pair& pair) const;
  core::ReplayResult run(const Pair& pair, const Witness& witness, const core::Launch& launch,
                         FindingKind kind, bool as_error = false,
                         const core::ReplayLimits& limits = {}) const;
  core::ReplayResult run_row(const Pair& pair, const Witness& witness, const core::Launch& launch,
                             std::array<core::ReplayTarget, 2> targets,
                             const core::ReplayLimits& limits) const;
  bool rests_on_contents(const std::vector<Expr>& relied) const;
  core::ReplayResult steer(const Pair& pair, const Witness& witness, core::ReplayResult first,
                           Finding& finding) const;
  void tell_contents(const std::vector<Expr>& relied, const Witness& witness,
                     Finding& finding) const;
  bool has_plain_cells(const Pair& pair) const;
  bool tell_cells(const Pair& pair, const Witness& witness,
                  const std::array<std::int64_t, 2>& offsets, Finding& finding) const;
  Judged doubt(const Pair& pair, const Witness& witness, core::ReplayResult replay,
               Finding& finding) const;

  const Environment& env_;
  const protocol::Trace& trace_;
  mutable std::unique_ptr<core::Kernel> kernel_; // of the last run of some arrays that may be one
};

} // namespace heddle::check
