#include "check/named.hpp"

#include "check/named_report.hpp"
#include "check/witness/concrete.hpp"
#include "core/join_blocks.hpp"

#include <algorithm>
#include <iterator>

namespace heddle::check {

namespace {

using barrier::Case;
using barrier::Failure;
using barrier::Misuse;

// Small questions: one that takes longer has no form that is worth more.
constexpr double proof_seconds = 2;

class Decider {
public:
  Decider(const Environment& env, const Case& c)
      : env_(env), case_(c), pool_(env.pool()), report_(env, c) {}

  void run(Decision& decision) {
    if (case_.well_synchronized)
      for (const barrier::Missed& m : extracted().missed)
        missed(m, decision);
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
    report(report_.in_sections(*failed), report_.message(*failed), answer, used, decision);
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

  // The smallest trip count first. What is left over at the end hides nothing: the first trip count
  // at which something else goes wrong is told, too.
  void failure(Decision& decision) {
    std::vector<Expr> used;
    bool told = false;
    for (std::int64_t n : case_.analysis->bad()) {
      if (told && leaves_over(n)) continue;
      const smt::Answer answer = ask(barrier::parameter_is(pool_, case_, n), used, decision);
      if (answer.status == smt::Status::unsat) continue;
      if (answer.status == smt::Status::unknown)
        return undecided(answer, env_.kernel.loc, decision);
      report(n, answer, used, decision);
      if (told || !leaves_over(n)) return;
      told = true;
    }
    if (told) return;
    const smt::Answer answer = ask(barrier::bad(pool_, case_), used, decision);
    if (answer.status == smt::Status::sat && extracted().n)
      return report(std::max<std::int64_t>(0, answer.model.eval(pool_, extracted().n)), answer,
                    used, decision);
    undecided(answer, env_.kernel.loc, decision);
  }

  bool leaves_over(std::int64_t n) const {
    const auto failed = case_.analysis->failure(n);
    return failed && failed->kind == barrier::FailureKind::leftover;
  }

  void report(std::int64_t n, const smt::Answer& answer, const std::vector<Expr>& used,
              Decision& decision) {
    const auto failed = case_.analysis->failure(n);
    if (!failed) return undecided({}, env_.kernel.loc, decision);
    if (failed->kind == barrier::FailureKind::leftover && extracted().followed)
      return carried_over(failed->waiting.front(), decision);
    report(*failed, report_.message(*failed), answer, used, decision);
  }

  void carried_over(const barrier::Step& step, Decision& decision) {
    decision.unknowns.push_back(
        env_.unknown("loops that run unrelated numbers of times, and what arrives at " +
                         report_.barrier_name(step.barrier) +
                         " between two barriers of all threads may be waited for behind the second",
                     report_.loc(step)));
  }

  void report(const Failure& failed, std::string text, const smt::Answer& answer,
              const std::vector<Expr>& used, Decision& decision) {
    const Witness witness(env_, answer.model, used);
    Finding f;
    f.kind = kind_of(failed.kind);
    f.message = std::move(text);
    for (const barrier::Step& step : failed.waiting)
      f.accesses.push_back(report_.access(step, witness));
    for (const auto* step : {&failed.first, &failed.second})
      if (*step) f.accesses.push_back(report_.access(**step, witness));
    f.witness = witness.values();
    f.schedule = report_.schedule(failed);
    finish(std::move(f), witness, decision);
  }

  void finish(Finding f, const Witness& witness, Decision& decision) const {
    core::Index3 block{};
    if (!f.accesses.empty()) block = core::joined_block(env_.kernel, f.accesses.front().block);
    const core::ReplayResult run = confirm(env_, witness.launch(), block, f.kind, {});
    f.status = run.confirmed ? FindingStatus::confirmed : FindingStatus::possible;
    f.why = run.reason;
    decision.findings.push_back(std::move(f));
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
      f.accesses.push_back(report_.at(place, first_at(place).value_or(0), witness));
      f.accesses.back().access = "sync";
    }
    f.witness = witness.values();
    finish(std::move(f), witness, decision);
  }

  // Threads that have left do not count where others wait for all: a warning, as among barriers of
  // the block alone.
  void missed(const barrier::Missed& m, Decision& decision) {
    const auto comes = m.comes ? m.comes : first_at(m.place);
    if (!comes) return;
    std::vector<Expr> used;
    const smt::Answer answer = ask(m.reached, used, decision);
    if (answer.status == smt::Status::unsat) return;
    if (answer.status == smt::Status::unknown)
      return undecided(answer, extracted().places.at(m.place).loc, decision);
    const Witness witness(env_, answer.model, used);
    Finding f;
    f.kind = FindingKind::exited_threads;
    f.severity = env_.ctx.options.strict_exit ? FindingSeverity::error : FindingSeverity::warning;
    for (const std::uint32_t thread : {*comes, m.thread}) {
      f.accesses.push_back(report_.at(m.place, thread, witness));
      f.accesses.back().access = "barrier";
    }
    f.witness = witness.values();
    finish(std::move(f), witness, decision);
  }

  // A thread that runs the operation of this place.
  std::optional<std::uint32_t> first_at(std::uint32_t place) const {
    const auto& roles = extracted().skeleton.roles;
    for (std::size_t r = 0; r < roles.size(); ++r)
      for (const barrier::Section& section : roles[r].sections)
        if (std::ranges::any_of(section.operations, [&](const barrier::Operation& op) {
              return op.place == place && !op.ended;
            }))
          return extracted().roles[r].first_threads.front();
    return std::nullopt;
  }

  void misuse(const Misuse& m, Decision& decision) {
    std::vector<Expr> used;
    const smt::Answer answer = ask(m.reached, used, decision);
    if (answer.status == smt::Status::unknown)
      return undecided(answer, extracted().places.at(m.place).loc, decision);
    if (answer.status == smt::Status::unsat) return;
    const Witness witness(env_, answer.model, used);
    Finding f;
    f.accesses.push_back(report_.at(m.place, m.thread, witness));
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
      f.accesses.push_back(report_.at(m.place, m.other, witness));
      f.accesses[1].access = "missed";
      break;
    }
    f.witness = witness.values();
    finish(std::move(f), witness, decision);
  }

  const Environment& env_;
  const Case& case_;
  Pool& pool_;
  CaseReport report_;
};

} // namespace

barrier::Block analyse_block(const core::Kernel& kernel, const protocol::Protocol& protocol,
                             const Ctx& ctx, Statistics& statistics) {
  const barrier::Prover prover = [&](const std::vector<Expr>& facts, Expr claim) {
    if (is_true(claim)) return true;
    smt::Query query{kernel.name + ".roles", facts, {}};
    for (const core::Assumption& a : kernel.assumptions)
      query.assertions.push_back(a.cond);
    query.assertions.push_back(kernel.pool->logical_not(claim));
    const double seconds = std::min(proof_seconds, ctx.options.timeout_seconds);
    const smt::Answer answer = smt::solve(*kernel.pool, query, {seconds, ctx.options.memory_mb});
    statistics.answer(answer);
    return answer.status == smt::Status::unsat;
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
