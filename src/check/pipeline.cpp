#include "check/pipeline.hpp"

#include "check/collect.hpp"
#include "check/dump.hpp"
#include "check/launches.hpp"
#include "check/named.hpp"
#include "check/parallel.hpp"
#include "check/witness/search.hpp"
#include "check/witness/together.hpp"
#include "core/join_blocks.hpp"
#include "core/visit.hpp"
#include "cuda/contract/assumptions.hpp"
#include "cuda/front_end.hpp"
#include "protocol/overflow.hpp"
#include "protocol/split/few_contents.hpp"
#include "smt/known.hpp"
#include "support/memory.hpp"

#include <algorithm>
#include <exception>
#include <map>

namespace heddle {

namespace check {

namespace {

// Assumptions that exclude every execution would prove anything.
smt::Status consistent(const core::Kernel& kernel, std::vector<Expr> preconditions, const Ctx& ctx,
                       Statistics& statistics) {
  smt::Query query{kernel.name + ".assumptions", std::move(preconditions), {}};
  const smt::Answer answer =
      smt::solve(*kernel.pool, query, {ctx.options.timeout_seconds, ctx.options.memory_mb, true});
  statistics.answer(answer);
  return answer.status;
}

// What the time was not enough for stays open.
template <class Decide> Decision or_open(const Environment& env, const Decide& decide) {
  return within_time(decide, [&] {
    Decision open;
    open.unknowns.push_back(env.unknown(time_is_spent, env.kernel.loc));
    return open;
  });
}

// Obligations come first: they take little, and behind an error races are details.
std::vector<Decision> decide_all(const Environment& env, const protocol::Questions& questions) {
  const std::size_t traces = questions.traces.size();
  std::vector<Decision> decisions(traces + questions.obligations.size());
  run_parallel(decisions.size(), env.ctx.options.jobs, [&](std::size_t task) {
    const std::size_t i = (task + traces) % decisions.size();
    const smt::SharedContext shared; // of one task, whichever thread does it
    const RulesOf rules(env.statistics);
    if (env.is_settled) return;
    decisions[i] = or_open(env, [&] {
      return i < traces ? decide(env, questions.traces[i])
                        : decide(env, questions.obligations[i - traces]);
    });
    if (!decisions[i].unknowns.empty()) env.settle();
  });
  return decisions;
}

// Is something possible or not decided, and nothing confirmed? A small launch may show it.
bool stays_open(const std::vector<Decision>& decisions) {
  bool open = false;
  for (const Decision& d : decisions) {
    open = open || !d.unknowns.empty();
    for (const Finding& f : d.findings) {
      if (f.severity != FindingSeverity::error) continue;
      if (f.status == FindingStatus::confirmed) return false;
      open = true;
    }
  }
  return open;
}

void doubt(std::vector<Decision>& decisions, const std::string& why) {
  for (Decision& d : decisions)
    for (Finding& f : d.findings)
      if (f.status == FindingStatus::confirmed) {
        f.status = FindingStatus::possible;
        f.why = why;
      }
}

bool has_fences(const core::Kernel& kernel) {
  bool found = false;
  core::for_each_statement(kernel.body, [&](const core::Stmt& s) {
    const auto* atomic = std::get_if<core::Atomic>(&s.node);
    found = found || std::holds_alternative<core::Fence>(s.node) ||
            (atomic && (atomic->acquires || atomic->releases));
  });
  return found;
}

} // namespace

std::optional<KernelResult> check_kernel(const core::Kernel& kernel, Ctx& ctx, std::string& dump,
                                         Spent& spent) {
  if (core::blocks_of(kernel.to_join) > 1)
    return check_kernel(core::join_blocks(kernel), ctx, dump, spent);
  // One thread asks in one order, so that all of the kernel's questions may share a context.
  std::optional<smt::SharedContext> shared;
  if (ctx.options.jobs == 1) shared.emplace();
  Statistics& statistics = *spent.statistics;
  const auto timed = [&](const char* stage, const auto& work) {
    const Timed timer(statistics, stage);
    return work();
  };
  protocol::Protocol protocol = timed("infer", [&] { return protocol::infer(kernel, ctx); });
  if (ctx.options.bit_precise) protocol = protocol::with_overflow_checks(protocol);
  std::optional<barrier::Block> block;
  if (core::has_named_barriers(kernel))
    block = timed("barriers", [&] { return analyse_block(kernel, protocol, ctx, statistics); });
  const protocol::Questions questions = timed("align and split", [&] {
    return protocol::ask(protocol, ctx, block ? &block->crosses : nullptr);
  });
  statistics.count("traces", questions.traces.size());
  statistics.count("obligations", questions.obligations.size());
  dump += dump_kernel(ctx.options.dump, kernel, protocol, block ? &*block : nullptr, questions);

  auto unknowns = kernel.unknowns;
  unknowns.insert(unknowns.end(), protocol.unknowns.begin(), protocol.unknowns.end());
  unknowns.insert(unknowns.end(), questions.unknowns.begin(), questions.unknowns.end());
  if (block) unknowns.insert(unknowns.end(), block->unknowns.begin(), block->unknowns.end());
  switch (consistent(kernel, questions.preconditions, ctx, statistics)) {
  case smt::Status::unsat:
    return std::nullopt;
  case smt::Status::unknown:
    unknowns.emplace_back("the solver did not decide whether the assumptions can hold", kernel.loc);
    break;
  case smt::Status::sat:
    break;
  }

  const Environment env{kernel,
                        protocol,
                        ctx,
                        statistics,
                        protocol::has_grid_atomics(protocol),
                        core::has_acquires(kernel),
                        has_fences(kernel),
                        core::has_chosen_lanes(kernel),
                        questions.zeroed,
                        spent.experience,
                        spent.only_if_verified,
                        spent.seen_calls};
  env.open_seconds = spent.open;
  env.hints.seconds = spent.hints;
  env.seconds = spent.all;
  env.has_bug = spent.has_bug;
  if (!unknowns.empty()) env.settle();
  std::vector<Decision> decisions = decide_all(env, questions);
  const bool is_open = block && !env.is_settled;
  if (is_open) decisions.push_back(or_open(env, [&] { return decide(env, *block); }));
  if (is_open && (!block->unknowns.empty() || stays_open(decisions)))
    decisions.push_back(or_open(env, [&] { return search_small_launches(env); }));
  const TimeLimit::Scope unlimited(nullptr);
  if (!kernel.doubt.empty()) doubt(decisions, kernel.doubt);
  KernelResult result = collect(env, std::move(decisions), unknowns);
  keep_together(env, result.findings);
  spent.open = env.open_seconds;
  spent.hints = env.hints.seconds;
  spent.all = env.seconds;
  spent.has_bug = env.has_bug;
  result.stats.solver_calls += 1;
  result.stats.peak_mb = peak_memory_mb();
  return result;
}

// Some contents keep what the contracts say of a few elements of each array, as far as is known.
bool have_contents(const core::Kernel& kernel, std::vector<Expr> preconditions, const Ctx& ctx,
                   Statistics& statistics) {
  const std::vector<Expr> facts = protocol::few_contents(kernel, kernel.contracts);
  if (facts.empty()) return true;
  preconditions.insert(preconditions.end(), facts.begin(), facts.end());
  return consistent(kernel, std::move(preconditions), ctx, statistics) != smt::Status::unsat;
}

bool may_be_launched(const core::Kernel& kernel, Ctx& ctx, Spent& spent,
                     const std::vector<Expr>& facts) {
  if (core::blocks_of(kernel.to_join) > 1)
    return may_be_launched(core::join_blocks(kernel), ctx, spent, facts);
  const protocol::Protocol protocol = protocol::infer(kernel, ctx);
  const protocol::Questions questions = protocol::ask(protocol, ctx);
  std::vector<Expr> conditions = questions.preconditions;
  conditions.insert(conditions.end(), facts.begin(), facts.end());
  return consistent(kernel, conditions, ctx, *spent.statistics) == smt::Status::sat &&
         have_contents(kernel, conditions, ctx, *spent.statistics);
}

} // namespace check

namespace {

void check_unit(const std::string& path, const std::optional<std::string>& text, Ctx& ctx,
                CheckResult& result, const OnKernel& on_kernel, const FindKept& find_kept) {
  const ThreadClock clock;
  const double start = clock.now();
  std::vector<cuda::LoweredKernel> kernels = cuda::read_kernels(path, ctx, result.dump, text);
  const double reading = clock.now() - start;
  // A verdict without what was to be assumed would answer another question.
  if (!ctx.options.of_many && !ctx.options_fit) return;
  std::map<Loc, std::shared_ptr<check::Experience>> instances; // of kernels by place
  for (cuda::LoweredKernel& lowered : kernels) {
    const std::string content = find_kept ? check::content_of(lowered, ctx.files) : "";
    std::optional<KernelResult> checked = find_kept ? find_kept(content) : std::nullopt;
    if (!checked) {
      const std::size_t said = ctx.diagnostics.size();
      std::shared_ptr<check::Experience>& experience = instances[lowered.kernel.loc];
      if (!experience) experience = std::make_shared<check::Experience>();
      experience->begin_instance(static_cast<bool>(lowered.without_launches));
      checked = check::check_launches(lowered, ctx, result.dump, experience);
      if (checked) checked->stats.stages.emplace_back("read the file", reading);
      if (checked && ctx.diagnostics.size() == said) checked->content = content;
    }
    if (!checked) continue;
    result.kernels.push_back(std::move(*checked));
    if (on_kernel) on_kernel(result.kernels.back());
  }
}

} // namespace

namespace {

CheckResult check_unit(const std::string& path, const std::optional<std::string>& text,
                       const Options& options, const OnKernel& on_kernel,
                       const FindKept& find_kept) {
  const smt::KnownAnswers known;
  Ctx ctx{options, {}, {}};
  CheckResult result;
  try {
    check_unit(path, text, ctx, result, on_kernel, find_kept);
    result.inputs = std::move(ctx.inputs);
  } catch (const std::exception& e) { // a bug of ours: never a verdict, never a crash
    ctx.report(Severity::error, {}, std::string("internal error: ") + e.what());
  }
  for (const Diagnostic& d : ctx.diagnostics) {
    result.messages.push_back(check::message(d, ctx));
    Position& at = result.messages.back().position;
    if (at.file.empty()) at.file = path;
  }
  return result;
}

} // namespace

std::vector<Message> mistakes_of(const Options& options) {
  Ctx ctx{options, {}, {}};
  contract::option_conditions(ctx);
  std::vector<Message> mistakes;
  for (const Diagnostic& d : ctx.diagnostics)
    mistakes.push_back(check::message(d, ctx));
  return mistakes;
}

CheckResult check_file(const std::string& path, const Options& options, const OnKernel& on_kernel,
                       const FindKept& find_kept) {
  return check_unit(path, std::nullopt, options, on_kernel, find_kept);
}

CheckResult check_text(const std::string& path, const std::string& text, const Options& options,
                       const OnKernel& on_kernel) {
  return check_unit(path, text, options, on_kernel, {});
}

} // namespace heddle
