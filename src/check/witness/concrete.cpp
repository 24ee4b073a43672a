#include "check/witness/concrete.hpp"

#include <algorithm>

namespace heddle::check {

namespace {

constexpr sync::EngineOptions run_options{.several_places_warn = true, .proxies = true};

// May a run find `found` where `expected` is to be confirmed?
bool fits(FindingKind found, FindingKind expected) {
  const auto apart = [](FindingKind k) {
    return k == FindingKind::race || k == FindingKind::same_value_write ||
           k == FindingKind::barrier_id || k == FindingKind::exited_threads ||
           k == FindingKind::proxy;
  };
  if (expected == FindingKind::racy_guess) return found == FindingKind::race;
  if (apart(expected) || expected == FindingKind::alignment) return found == expected;
  return !apart(found); // which of the others comes first depends on the schedule
}

} // namespace

FindingKind kind_of(sync::FindingKind kind) {
  using Kind = sync::FindingKind;
  switch (kind) {
  case Kind::deadlock:
    return FindingKind::deadlock;
  case Kind::count:
  case Kind::count_multiple:
    return FindingKind::count;
  case Kind::barrier_id:
    return FindingKind::barrier_id;
  case Kind::recycling:
    return FindingKind::recycling;
  case Kind::alignment:
    return FindingKind::alignment;
  case Kind::lapped:
    return FindingKind::lapped;
  case Kind::leftover:
    return FindingKind::leftover;
  case Kind::exited_threads:
    return FindingKind::exited_threads;
  case Kind::race:
    return FindingKind::race;
  case Kind::same_value_write:
    return FindingKind::same_value_write;
  case Kind::proxy:
    return FindingKind::proxy;
  }
  return FindingKind::race;
}

std::string synchronization_message(FindingKind kind, const std::string& barrier) {
  switch (kind) {
  case FindingKind::deadlock:
    return "deadlock: threads wait for arrivals that never come";
  case FindingKind::count:
    return "registrations of one generation of " + barrier + " disagree on the number of threads";
  case FindingKind::recycling:
    return "unsafe recycling of " + barrier +
           ": a registration for one generation may come before another of the generation before "
           "it";
  case FindingKind::lapped:
    return barrier + " may complete the next phase before a wait looks at this one";
  case FindingKind::leftover:
    return "a barrier is left with arrivals that complete nothing";
  default:
    return "";
  }
}

core::ReplayResult confirm(const Environment& env, const core::Launch& launch, core::Index3 block,
                           FindingKind kind, const std::vector<Loc>& places, bool as_error,
                           core::Space asked) {
  const Replay counted(env.statistics, kind);
  const barrier::ConcreteResult run =
      barrier::run_block(env.kernel, launch, block, {}, run_options, asked);
  const auto at_places = [&](const sync::Finding& f) {
    if (places.size() != 2) return true;
    if (f.first.place.pc >= run.locs.size() || f.second.place.pc >= run.locs.size()) return false;
    const Loc a = run.locs[f.first.place.pc], b = run.locs[f.second.place.pc];
    return (a == places[0] && b == places[1]) || (a == places[1] && b == places[0]);
  };
  // A barrier that does not exist, or not yet, leaves the rest of the schedule as it is.
  const auto missing = [](const sync::Finding& f) {
    return f.kind == sync::FindingKind::barrier_id;
  };
  const bool unnumbered = std::ranges::any_of(run.findings, missing);
  // .. where the race is with an initialisation, the run may have come to the other place first
  const auto too_early = [&](const sync::Finding& f) {
    return kind == FindingKind::race && missing(f) &&
           f.barrier.kind == sync::BarrierRef::Kind::mbarrier &&
           f.second.place.pc < run.locs.size() &&
           std::ranges::count(places, run.locs[f.second.place.pc]) > 0;
  };
  core::ReplayResult result;
  result.confirmed = std::ranges::any_of(run.findings, [&](const sync::Finding& f) {
    if (as_error && f.warning) return false;
    return too_early(f) ||
           (fits(kind_of(f.kind), kind) && (!f.after_violation || unnumbered) && at_places(f));
  });
  if (!result.confirmed)
    result.reason = run.stopped.empty() ? "running these values did not reach it" : run.stopped;
  return result;
}

core::ReplayResult confirm_assertion(const Environment& env, const core::Launch& launch,
                                     core::Index3 block, Loc at) {
  const barrier::ConcreteResult run =
      barrier::run_block(env.kernel, launch, block, {}, run_options);
  core::ReplayResult result;
  result.confirmed = run.failed.contains(at);
  if (!result.confirmed)
    result.reason = run.stopped.empty() ? "running these values did not reach it" : run.stopped;
  return result;
}

} // namespace heddle::check
