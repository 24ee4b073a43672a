// Deciding one obligation: barrier divergence, exited threads at a barrier, assertions.
#include "check/witness/concrete.hpp"
#include "check/witness/explain.hpp"
#include "check/witness/witness.hpp"
#include "core/join_blocks.hpp"
#include "core/visit.hpp"
#include "protocol/split/split_copy.hpp"

#include <algorithm>
#include <set>

namespace heddle::check {

namespace {

using protocol::Obligation;
using protocol::PairClass;
using Kind = Obligation::Kind;

const char* question_of(Kind kind) {
  switch (kind) {
  case Kind::divergence:
    return "whether all threads reach this barrier";
  case Kind::exited_threads:
    return "whether threads have left the kernel before this barrier";
  case Kind::assertion:
    return "whether this assertion holds";
  case Kind::not_understood:
    return "whether this is reached";
  case Kind::overflow:
    return "whether this overflows";
  case Kind::own_copy:
    return "whether this races with an asynchronous copy of the same thread";
  }
  return "";
}

core::ReplayResult run(const Environment& env, const Obligation& o, const Witness& witness,
                       FindingKind kind) {
  const core::ReplayTarget a = witness.target(o.threads[0], o.loc, o.call);
  if (std::string broken = witness.broken_contract(); !broken.empty())
    return {false, false, false, std::move(broken)};
  if (o.relational) return {false, false, false, "it relates two threads, which is not replayed"};
  const Replay counted(env.statistics, kind);
  if (o.kind == Kind::assertion && core::has_named_barriers(env.kernel))
    return confirm_assertion(env, witness.launch(), a.block, o.loc);
  if (o.kind == Kind::assertion || o.kind == Kind::own_copy)
    return core::replay_assertion(env.kernel, witness.launch(), a, {nullptr, o.text, o.copy});
  const core::ReplayTarget b = witness.target(o.threads[1], o.loc, o.call);
  return core::replay_divergence(env.kernel, witness.launch(), a, b,
                                 o.kind == Kind::exited_threads);
}

core::ReplayResult replay(const Environment& env, const Obligation& o, const Witness& witness,
                          FindingKind kind) {
  return witness.judged(run(env, o, witness, kind));
}

// An access, and the copy of the same thread that may be in flight then.
Finding describe_copy(const Obligation& o, const Witness& witness) {
  Finding f;
  f.accesses = {witness.report(o.threads[0], o.loc, o.call, o.loops),
                witness.report(o.threads[0], o.copy->loc, o.copy->call, {})};
  f.accesses[0].access = o.copy->writes ? "write" : "read";
  f.accesses[1].access = o.copy->copy_writes ? "write" : "read";
  for (AccessReport& a : f.accesses)
    witness.locate(a, o.copy->array, o.copy->offset);
  f.witness = witness.values();
  return f;
}

// What the run did, where that is another iteration or cell than the model's: where it leaves open
// what a loop computes, the model may have what no run comes to.
void tell_run(const Environment& env, const Obligation& o, const smt::Answer& answer,
              const smt::Query& query, const core::ReplayResult& run, Finding& finding) {
  smt::Model model = answer.model;
  auto ran = run.iterations.begin();
  for (const auto& [loop, iteration] : o.iterations) { // loops that are written out are no more
    const auto at =
        std::find_if(ran, run.iterations.end(), [&](const auto& of) { return of.first == loop; });
    if (at == run.iterations.end()) continue;
    model.values[iteration] = at->second;
    ran = at + 1;
  }
  const Witness witness(env, model, query.assertions);
  finding.accesses[0].loops = witness.report(o.threads[0], o.loc, o.call, o.loops).loops;
  if (run.offsets && o.copy)
    for (std::size_t i = 0; i < 2; ++i)
      witness.locate(finding.accesses[i], o.copy->array,
                     env.pool().constant((*run.offsets)[i], o.copy->offset->type));
}

// Of an instruction that a warp or a warpgroup makes together (core/meetings.hpp), which its name
// tells: who has to come.
std::string who_meets(const Obligation& o) {
  const std::string_view name = o.text;
  const bool of_warpgroup = name.starts_with("wgmma.") || name.starts_with("setmaxnreg.");
  const bool of_warp = name.starts_with("tcgen05.") || name.starts_with("barrier.cluster.");
  if (!of_warpgroup && (!of_warp || o.pairs != PairClass::same_warp)) return "";
  return "all " + std::string(of_warpgroup ? "threads of a warpgroup" : "lanes of a warp") +
         " make '" + o.text + "' together, or none";
}

// The array in shared memory by which copies tell threads what it depends on whether they come. Who
// waits for the same phase reads the same there, but that is not known here; nullptr: none.
const core::Array* told_by_copies(const core::Kernel& kernel, const Obligation& o) {
  std::set<std::string> read; // "tile[..] read at line 20"
  for (const Expr atom : protocol::all_atoms({o.violation}))
    if (atom->op == Op::apply) read.insert(kernel.pool->function(atom).reason);
  const core::Array* found = nullptr;
  core::for_each_statement(kernel.body, [&](const core::Stmt& s) {
    const auto* write = std::get_if<core::Write>(&s.node);
    if (!write || !kernel.async_proxy.contains(core::copy_place(s.loc, s.call))) return;
    const core::Array& array = kernel.arrays[write->array];
    const auto of_array = [&](const std::string& what) {
      return what.starts_with(array.name + "[");
    };
    if (array.space == core::Space::shared && std::ranges::any_of(read, of_array)) found = &array;
  });
  return found;
}

Finding describe(const Environment& env, const Obligation& o, const Witness& witness) {
  if (o.kind == Kind::own_copy) return describe_copy(o, witness);
  Finding f;
  f.scope = o.pairs == PairClass::same_warp          ? FindingScope::warp
            : o.pairs == PairClass::different_blocks ? FindingScope::grid
                                                     : FindingScope::block;
  f.accesses = {witness.report(o.threads[0], o.loc, o.call, o.loops)};
  f.accesses[0].access = o.kind == Kind::assertion ? "assert" : "barrier";
  if (o.kind != Kind::assertion || o.relational) {
    AccessReport other = f.accesses[0];
    const core::Position3 at =
        core::apart(env.kernel, {witness.thread(o.threads[1]), witness.block(o.threads[1])});
    other.thread = at.thread;
    other.block = at.block;
    f.accesses.push_back(std::move(other));
  }
  switch (o.kind) {
  case Kind::divergence:
    f.kind = FindingKind::divergence;
    f.order = who_meets(o);
    break;
  case Kind::assertion:
  case Kind::not_understood:
  case Kind::overflow:
  case Kind::own_copy:
    f.kind = FindingKind::assertion;
    break;
  case Kind::exited_threads:
    f.kind = FindingKind::exited_threads;
    if (!env.ctx.options.strict_exit) f.severity = FindingSeverity::warning;
    break;
  }
  f.witness = witness.values();
  return f;
}

// " (as with n = 2147483647)": values for which an operator overflows.
std::string example(const Environment& env, const Obligation& o, const smt::Answer& answer,
                    const smt::Query& query) {
  if (o.kind != Kind::overflow || answer.status != smt::Status::sat) return "";
  const Witness witness(env, answer.model, query.assertions);
  std::string text;
  for (const auto& [name, value] : witness.values())
    text += (text.empty() ? " (as with " : ", ") + name + " = " + std::to_string(value);
  return text.empty() ? "" : text + ")";
}

} // namespace

Decision decide(const Environment& env, const Obligation& o) {
  Decision decision;
  if (is_false(o.violation)) return decision;
  smt::Query query{o.name, o.facts, o.uniform};
  query.assertions.push_back(o.violation);
  smt::Answer answer = env.solve(query, env.limits());
  decision.solver_calls = answer.solver_calls;
  if (o.kind == Kind::not_understood || o.kind == Kind::overflow) {
    if (answer.status != smt::Status::unsat)
      decision.unknowns.push_back(env.unknown(o.text + example(env, o, answer, query), o.loc));
    return decision;
  }
  if (answer.status == smt::Status::unknown)
    decision.unknowns.push_back(
        env.unknown(std::string("the solver did not decide ") + question_of(o.kind) + ": " +
                        (answer.reason.empty() ? "no answer" : answer.reason),
                    o.loc));
  if (answer.status != smt::Status::sat) return decision;

  if (const std::string meeting = who_meets(o); !meeting.empty())
    if (const core::Array* told = told_by_copies(env.kernel, o)) {
      decision.unknowns.push_back(env.unknown(
          "whether " + meeting + ": it depends on what copies write to '" + told->name + "'",
          o.loc));
      return decision;
    }
  decision.solver_calls += prefer_positive_sizes(env, query, answer);
  const Witness witness(env, answer.model, query.assertions);
  Finding finding = describe(env, o, witness);
  if (finding.severity == FindingSeverity::error && env.settle()) {
    decision.findings.push_back(std::move(finding));
    return decision;
  }
  const core::ReplayResult result = replay(env, o, witness, finding.kind);
  finding.reads_memory = !o.exact || !witness.approximations({o.violation}).empty();
  finding.status = result.confirmed ? FindingStatus::confirmed : FindingStatus::possible;
  if (result.confirmed && !result.iterations.empty())
    tell_run(env, o, answer, query, result, finding);
  if (!result.confirmed) {
    finding.why = result.reason;
    finding.depends_on = witness.approximations({o.violation});
  }
  if (finding.severity == FindingSeverity::error) {
    explain(env, o, answer.model, finding);
    env.is_refuted = true;
  }
  decision.findings.push_back(std::move(finding));
  return decision;
}

} // namespace heddle::check
