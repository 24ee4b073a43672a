#include "check/named.hpp"

#include "check/concrete.hpp"
#include "check/witness.hpp"

#include <algorithm>
#include <iterator>

namespace heddle::check {

namespace {

using barrier::Case;
using barrier::Failure;
using barrier::Misuse;

// Small questions: one that takes longer has no form that is worth more.
constexpr double proof_seconds = 2;
constexpr std::uint32_t warp_size = 32;
constexpr std::size_t max_steps = 16; // of a schedule that is shown

FindingKind kind_of(barrier::FailureKind kind) {
  switch (kind) {
  case barrier::FailureKind::deadlock:
    return FindingKind::deadlock;
  case barrier::FailureKind::count:
    return FindingKind::count;
  case barrier::FailureKind::recycling:
    return FindingKind::recycling;
  case barrier::FailureKind::lapped:
    return FindingKind::lapped;
  case barrier::FailureKind::leftover:
    return FindingKind::leftover;
  }
  return FindingKind::deadlock;
}

class Decider {
public:
  Decider(const Environment& env, const Case& c) : env_(env), case_(c), pool_(env.pool()) {}

  void run(Decision& decision) {
    if (case_.nested) return run_nested(decision);
    if (!case_.analysis->decided()) return;
    for (const barrier::Mixed& m : case_.analysis->mixed())
      mixed(m.first, m.second, barrier::parameter_from(pool_, case_, m.n), decision);
    if (case_.well_synchronized) return;
    for (const Misuse& m : case_.extracted.misuses)
      misuse(m, decision);
    if (!has_error(decision)) failure(decision);
  }

private:
  void run_nested(Decision& decision) {
    if (!case_.nested->decided()) return;
    if (case_.well_synchronized) {
      for (const barrier::NestedMixed& m : case_.nested->mixed())
        mixed(m.first, m.second, barrier::outer_loop_is(pool_, case_, m.trips, true), decision);
      return;
    }
    for (const Misuse& m : extracted().misuses)
      misuse(m, decision);
    if (!has_error(decision)) nested_failure(decision);
  }

  static bool has_error(const Decision& decision) {
    return std::ranges::any_of(
        decision.findings, [](const Finding& f) { return f.severity == FindingSeverity::error; });
  }

  void nested_failure(Decision& decision) {
    const auto& failed = case_.nested->failure();
    if (!failed) return undecided({}, env_.kernel.loc, decision);
    std::vector<Expr> used;
    const smt::Answer answer =
        ask(barrier::outer_loop_is(pool_, case_, failed->trips, !failed->at_end), used, decision);
    if (answer.status == smt::Status::unknown) return undecided(answer, env_.kernel.loc, decision);
    if (answer.status == smt::Status::unsat) {
      std::string trips;
      for (const std::int64_t n : failed->trips)
        trips += (trips.empty() ? "" : ", ") + std::to_string(n);
      decision.unknowns.push_back(
          env_.unknown("named barriers in an outer loop would go wrong if the inner loops ran " +
                           trips + " times, which they do not; other numbers were not tried",
                       env_.kernel.loc));
      return;
    }
    report(in_sections(*failed), message(*failed), answer, used, decision);
  }

  // With sections numbered as in Extracted::skeleton.
  Failure in_sections(const barrier::NestedFailure& of) const {
    using Part = barrier::NestPart;
    Failure failed = of.failure;
    const auto number = [&](barrier::Step& step) {
      const Part part = step.outer < 0                                            ? Part::before
                        : step.outer < static_cast<std::int64_t>(of.trips.size()) ? Part::block
                                                                                  : Part::after;
      const auto& parts = extracted().roles[step.role].parts;
      const auto at = std::ranges::find(parts, std::pair(part, step.section));
      step.section = static_cast<std::uint32_t>(at - parts.begin());
    };
    for (auto* steps : {&failed.schedule, &failed.waiting})
      std::ranges::for_each(*steps, number);
    for (auto* step : {&failed.first, &failed.second})
      if (*step) number(**step);
    return failed;
  }

  const barrier::Extracted& extracted() const { return case_.extracted; }

  smt::Answer ask(Expr what, std::vector<Expr>& used, Decision& decision) {
    smt::Query query{env_.kernel.name + ".synchronization", {extracted().condition, what}, {}};
    for (const core::Assumption& a : env_.kernel.assumptions)
      query.assertions.push_back(a.cond);
    smt::Answer answer = env_.solve(query, env_.limits());
    decision.solver_calls += answer.solver_calls;
    used = std::move(query.assertions);
    return answer;
  }

  void undecided(const smt::Answer& answer, Loc loc, Decision& decision) {
    decision.unknowns.push_back(
        env_.unknown("the solver did not decide whether the block is well-synchronized: " +
                         (answer.reason.empty() ? "no answer" : answer.reason),
                     loc));
  }

  // The smallest trip count first.
  void failure(Decision& decision) {
    std::vector<Expr> used;
    for (std::int64_t n : case_.analysis->bad()) {
      const smt::Answer answer = ask(barrier::parameter_is(pool_, case_, n), used, decision);
      if (answer.status == smt::Status::sat) return report(n, answer, used, decision);
      if (answer.status == smt::Status::unknown)
        return undecided(answer, env_.kernel.loc, decision);
    }
    const smt::Answer answer = ask(barrier::bad(pool_, case_), used, decision);
    if (answer.status == smt::Status::sat && extracted().n)
      return report(std::max<std::int64_t>(0, answer.model.eval(pool_, extracted().n)), answer,
                    used, decision);
    undecided(answer, env_.kernel.loc, decision);
  }

  void report(std::int64_t n, const smt::Answer& answer, const std::vector<Expr>& used,
              Decision& decision) {
    const auto failed = case_.analysis->failure(n);
    if (!failed) return undecided({}, env_.kernel.loc, decision);
    report(*failed, message(*failed), answer, used, decision);
  }

  void report(const Failure& failed, std::string text, const smt::Answer& answer,
              const std::vector<Expr>& used, Decision& decision) {
    const Witness witness(env_, answer.model, used);
    Finding f;
    f.kind = kind_of(failed.kind);
    f.message = std::move(text);
    for (const barrier::Step& step : failed.waiting)
      f.accesses.push_back(access(step, witness));
    for (const auto* step : {&failed.first, &failed.second})
      if (*step) f.accesses.push_back(access(**step, witness));
    f.witness = witness.values();
    f.schedule = schedule(failed);
    finish(std::move(f), witness, decision);
  }

  void finish(Finding f, const Witness& witness, Decision& decision) const {
    core::Index3 block = f.accesses.empty() ? core::Index3{} : f.accesses.front().block;
    const core::ReplayResult run = confirm(env_, witness.launch(), block, f.kind, {});
    f.status = run.confirmed ? FindingStatus::confirmed : FindingStatus::possible;
    f.why = run.reason;
    decision.findings.push_back(std::move(f));
  }

  // The last steps, in order.
  std::vector<std::string> schedule(const Failure& failed) const {
    std::vector<std::string> steps;
    const std::size_t skipped =
        failed.schedule.size() > max_steps ? failed.schedule.size() - max_steps : 0;
    if (skipped) steps.push_back(std::to_string(skipped) + " steps");
    for (std::size_t i = skipped; i < failed.schedule.size(); ++i) {
      const barrier::Step& step = failed.schedule[i];
      const bool lanes = extracted().skeleton.roles[step.role].threads != warp_size;
      const std::string who =
          lanes ? "thread " + std::to_string(thread_of(step)) : "warp " + std::to_string(step.warp);
      steps.push_back(who + " " + word(operation(step).kind) + " " + barrier_name(step.barrier));
    }
    return steps;
  }

  static const char* word(barrier::Operation::Kind kind) {
    using Kind = barrier::Operation::Kind;
    switch (kind) {
    case Kind::sync:
      return "sync";
    case Kind::warp_sync:
      return "warp sync";
    case Kind::phase_wait:
      return "wait";
    case Kind::phase_expect:
      return "expect_tx";
    case Kind::phase_copy:
      return "copy";
    case Kind::arrive:
    case Kind::phase_arrive:
      break;
    }
    return "arrive";
  }

  std::string barrier_name(barrier::BarrierIndex b) const {
    if (b >= barrier::named_barriers)
      return "mbarrier " +
             extracted()
                 .skeleton.mbarriers.at(static_cast<std::size_t>(b - barrier::named_barriers))
                 .name;
    if (b >= barrier::barrier_ids) return "warp " + std::to_string(b - barrier::barrier_ids);
    return "barrier " + std::to_string(b);
  }

  const barrier::Operation& operation(const barrier::Step& step) const {
    return extracted().skeleton.roles[step.role].sections[step.section].operations[step.operation];
  }

  // The first thread of the unit.
  std::uint32_t thread_of(const barrier::Step& step) const {
    const auto& warps = extracted().skeleton.roles[step.role].warps;
    const auto unit = std::ranges::find(warps, step.warp) - warps.begin();
    return extracted().roles[step.role].first_threads[static_cast<std::size_t>(unit)];
  }

  // One thread of the warp at one operation.
  AccessReport access(const barrier::Step& step, const Witness& witness) const {
    const barrier::RoleAccesses& role = extracted().roles[step.role];
    const protocol::Loop* loop = role.loops[step.section];
    std::vector<std::pair<std::string, Expr>> loops;
    if (!loop && role.trips[step.section])
      loops.emplace_back("iteration", pool_.constant(step.iteration, Type::i64()));
    std::vector<std::pair<Expr, Expr>> binders;
    const auto add = [&](const protocol::Loop& l, std::int64_t iteration) {
      Expr k = pool_.symbol_ref(l.binder);
      binders.emplace_back(k, pool_.constant(iteration, k->type));
      for (const auto& [name, e] : l.display)
        loops.emplace_back(name, pool_.substitute(e, [&](Expr leaf) -> Expr {
          const auto it = std::ranges::find(binders, leaf, &std::pair<Expr, Expr>::first);
          return it == binders.end() ? nullptr : it->second;
        }));
    };
    const bool in_outer = role.outer && role.parts[step.section].first == barrier::NestPart::block;
    if (in_outer) add(*role.outer, step.outer);
    if (loop) add(*loop, step.iteration);
    AccessReport report = at(operation(step).place, thread_of(step), witness, loops);
    report.access = word(operation(step).kind);
    report.array = barrier_name(step.barrier);
    return report;
  }

  AccessReport at(std::uint32_t number, std::uint32_t thread, const Witness& witness,
                  const std::vector<std::pair<std::string, Expr>>& loops) const {
    const barrier::Place& place = extracted().places.at(number);
    const core::Index3 index = core::thread_index(thread, witness.launch().block_dim);
    protocol::ThreadSymbols symbols;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      symbols.thread[axis] = pool_.constant(index[axis], Type::u32());
      symbols.block[axis] = pool_.symbol_ref(env_.kernel.block_index[axis]);
    }
    return witness.report(symbols, place.loc, place.call, loops);
  }

  std::string barrier_of(const Failure& f) const {
    const auto& step = f.second ? f.second : f.first;
    return step ? barrier_name(step->barrier) : "a barrier";
  }

  std::string message(const barrier::NestedFailure& f) const {
    std::string trips;
    for (const std::int64_t n : f.trips)
      trips += (trips.empty() ? " of " : ", ") + std::to_string(n);
    if (!extracted().n) trips.clear();
    return what(f.failure) + " (after " + std::to_string(f.trips.size()) +
           " iterations of the outer loop" + (trips.empty() ? "" : "," + trips) + ")";
  }

  std::string message(const Failure& f) const {
    const std::string text = what(f);
    return extracted().n ? text + " (after " + std::to_string(f.n) + " iterations)" : text;
  }

  std::string what(const Failure& f) const {
    return f.cycle ? "deadlock: " + std::to_string(f.cycle) +
                         " groups of threads wait for each other in a circle"
                   : synchronization_message(kind_of(f.kind), barrier_of(f));
  }

  // Machines let warps come from different instructions, and roles rely on it: a warning.
  void mixed(std::uint32_t first, std::uint32_t second, Expr when, Decision& decision) {
    std::vector<Expr> used;
    const smt::Answer answer = ask(when, used, decision);
    if (answer.status == smt::Status::unsat && !case_.nested) return;
    if (answer.status != smt::Status::sat) {
      if (env_.ctx.options.strict_aligned)
        decision.unknowns.push_back(
            env_.unknown("aligned barriers may be completed from different instructions",
                         extracted().places.at(first).loc));
      return;
    }
    const Witness witness(env_, answer.model, used);
    Finding f;
    f.kind = FindingKind::alignment;
    f.severity =
        env_.ctx.options.strict_aligned ? FindingSeverity::error : FindingSeverity::warning;
    f.message = "one generation of an aligned barrier is reached at different instructions";
    for (std::uint32_t place : {first, second}) {
      f.accesses.push_back(at(place, first_at(place), witness, {}));
      f.accesses.back().access = "sync";
    }
    f.witness = witness.values();
    finish(std::move(f), witness, decision);
  }

  // A thread that runs the operation of this place.
  std::uint32_t first_at(std::uint32_t place) const {
    const auto& roles = extracted().skeleton.roles;
    for (std::size_t r = 0; r < roles.size(); ++r)
      for (const barrier::Section& section : roles[r].sections)
        if (std::ranges::count(section.operations, place, &barrier::Operation::place))
          return extracted().roles[r].first_threads.front();
    return 0;
  }

  void misuse(const Misuse& m, Decision& decision) {
    std::vector<Expr> used;
    const smt::Answer answer = ask(m.reached, used, decision);
    if (answer.status == smt::Status::unknown)
      return undecided(answer, extracted().places.at(m.place).loc, decision);
    if (answer.status == smt::Status::unsat) return;
    const Witness witness(env_, answer.model, used);
    Finding f;
    f.accesses.push_back(at(m.place, m.thread, witness, {}));
    f.accesses[0].access = "barrier";
    switch (m.kind) {
    case Misuse::Kind::id:
      f.kind = FindingKind::barrier_id;
      f.message =
          "there is no barrier " + std::to_string(m.value) + ": barriers are numbered 0 to 15";
      break;
    case Misuse::Kind::count:
      f.kind = FindingKind::count;
      f.message = "a barrier is asked to wait for " + std::to_string(m.value) +
                  " threads, which is no multiple of the warp size";
      break;
    case Misuse::Kind::part:
      f.kind = FindingKind::alignment;
      f.message = "'" + extracted().places.at(m.place).text +
                  "' is aligned, but only part of the warp comes to it";
      f.accesses.push_back(at(m.place, m.other, witness, {}));
      f.accesses[1].access = "missed";
      break;
    }
    f.witness = witness.values();
    finish(std::move(f), witness, decision);
  }

  const Environment& env_;
  const Case& case_;
  Pool& pool_;
};

} // namespace

barrier::Block analyse_block(const core::Kernel& kernel, const protocol::Protocol& protocol,
                             const Ctx& ctx) {
  const barrier::Prover prover = [&](const std::vector<Expr>& facts, Expr claim) {
    if (is_true(claim)) return true;
    smt::Query query{kernel.name + ".roles", facts, {}};
    for (const core::Assumption& a : kernel.assumptions)
      query.assertions.push_back(a.cond);
    query.assertions.push_back(kernel.pool->logical_not(claim));
    const double seconds = std::min(proof_seconds, ctx.options.timeout_seconds);
    return smt::solve(*kernel.pool, query, {seconds, ctx.options.memory_mb}).status ==
           smt::Status::unsat;
  };
  return barrier::analyse(protocol, prover);
}

Decision decide(const Environment& env, const barrier::Block& block) {
  Decision decision;
  for (const Case& c : block.cases) {
    Decision part; // its own: what one case shows says nothing of another
    Decider(env, c).run(part);
    decision.solver_calls += part.solver_calls;
    std::ranges::move(part.findings, std::back_inserter(decision.findings));
    std::ranges::move(part.unknowns, std::back_inserter(decision.unknowns));
  }
  return decision;
}

} // namespace heddle::check
