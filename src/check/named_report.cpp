#include "check/named_report.hpp"

#include "check/witness/concrete.hpp"
#include "core/clusters.hpp"

#include <algorithm>

namespace heddle::check {

namespace {

constexpr std::uint32_t warp_size = 32;
constexpr std::size_t max_steps = 16; // of a schedule that is shown

const char* word(barrier::Operation::Kind kind) {
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
  case Kind::phase_commit:
    return "commit";
  case Kind::fence:
  case Kind::tensor_before:
  case Kind::tensor_after:
  case Kind::map_release:
  case Kind::map_acquire:
    return "fence";
  case Kind::matrix_wait:
    return "wait for matrix products";
  case Kind::arrive:
  case Kind::phase_arrive:
    break;
  }
  return "arrive";
}

std::string iterations(std::int64_t count) {
  return std::to_string(count) + (count == 1 ? " iteration" : " iterations");
}

} // namespace

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

barrier::Failure CaseReport::in_sections(const barrier::NestedFailure& of) const {
  using Part = barrier::NestPart;
  barrier::Failure failed = of.failure;
  const auto number = [&](barrier::Step& step) {
    const Part part = step.outer < 0                                            ? Part::before
                      : step.outer < static_cast<std::int64_t>(of.trips.size()) ? Part::block
                                                                                : Part::after;
    const auto& parts = extracted_.roles[step.role].parts;
    const auto at = std::ranges::find(parts, std::pair(part, step.section));
    step.section = static_cast<std::uint32_t>(at - parts.begin());
  };
  for (auto* steps : {&failed.schedule, &failed.waiting})
    std::ranges::for_each(*steps, number);
  for (auto* step : {&failed.first, &failed.second})
    if (*step) number(**step);
  return failed;
}

std::vector<std::string> CaseReport::schedule(const barrier::Failure& failed) const {
  std::vector<std::string> steps;
  const std::size_t skipped =
      failed.schedule.size() > max_steps ? failed.schedule.size() - max_steps : 0;
  if (skipped) steps.push_back(std::to_string(skipped) + " steps");
  for (std::size_t i = skipped; i < failed.schedule.size(); ++i) {
    const barrier::Step& step = failed.schedule[i];
    const bool lanes = extracted_.skeleton.roles[step.role].threads != warp_size;
    const std::string who =
        lanes ? numbered("thread", thread_of(step), 1) : numbered("warp", step.warp, warp_size);
    std::string when;
    if (extracted_.roles[step.role].loops[step.section])
      when = "iteration " + std::to_string(step.iteration);
    if (failed.generations[i] >= 0)
      when += (when.empty() ? "" : ", ") +
              std::string(step.barrier >= barrier::named_barriers ? "phase " : "generation ") +
              std::to_string(failed.generations[i]);
    steps.push_back(who + " " + word(operation(step).kind) + " " + barrier_name(step.barrier) +
                    (when.empty() ? "" : " (" + when + ")"));
  }
  return steps;
}

// "warp 2"; in a cluster "warp 2 of block 1". `size`: threads of one.
std::string CaseReport::numbered(const char* what, std::uint32_t number, std::uint32_t size) const {
  const std::uint32_t blocks = core::blocks_of(env_.kernel.joined);
  const std::string text = std::string(what) + " ";
  if (blocks == 1) return text + std::to_string(number);
  std::int64_t threads = 1; // of a block, whose size is known
  for (std::size_t a = 0; a < 2; ++a)
    if (env_.kernel.block_axes & 1u << a)
      threads *= pool_.symbol(env_.kernel.block_dim[a]).high.value_or(1);
  const std::uint32_t of_block = static_cast<std::uint32_t>(threads) / size;
  return text + std::to_string(number % of_block) + " of block " +
         std::to_string(number / of_block);
}

std::string CaseReport::barrier_name(barrier::BarrierIndex b) const {
  if (b >= barrier::named_barriers)
    return "mbarrier " +
           extracted_.skeleton.mbarriers.at(static_cast<std::size_t>(b - barrier::named_barriers))
               .name;
  if (b == barrier::cluster_barrier || (b == 0 && extracted_.skeleton.of_cluster))
    return "barrier of the cluster";
  if (b >= barrier::barrier_ids) return "warp " + std::to_string(b - barrier::barrier_ids);
  return "barrier " + barrier::id_text(b);
}

const barrier::Operation& CaseReport::operation(const barrier::Step& step) const {
  return extracted_.skeleton.roles[step.role].sections[step.section].operations[step.operation];
}

std::uint32_t CaseReport::thread_of(const barrier::Step& step) const {
  const auto& warps = extracted_.skeleton.roles[step.role].warps;
  const auto unit = std::ranges::find(warps, step.warp) - warps.begin();
  return extracted_.roles[step.role].first_threads[static_cast<std::size_t>(unit)];
}

AccessReport CaseReport::access(const barrier::Step& step, const Witness& witness) const {
  const barrier::RoleAccesses& role = extracted_.roles[step.role];
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

AccessReport CaseReport::at(std::uint32_t number, std::uint32_t thread, const Witness& witness,
                            const std::vector<std::pair<std::string, Expr>>& loops) const {
  const barrier::Place& place = extracted_.places.at(number);
  const core::Index3 index = core::thread_index(thread, witness.launch().block_dim);
  protocol::ThreadSymbols symbols;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    symbols.thread[axis] = pool_.constant(index[axis], Type::u32());
    symbols.block[axis] = pool_.symbol_ref(env_.kernel.block_index[axis]);
  }
  return witness.report(symbols, place.loc, place.call, loops);
}

std::string CaseReport::barrier_of(const barrier::Failure& f) const {
  const auto& step = f.second ? f.second : f.first;
  return step ? barrier_name(step->barrier) : "a barrier";
}

std::string CaseReport::message(const barrier::NestedFailure& f) const {
  std::string trips;
  for (const std::int64_t n : f.trips)
    trips += (trips.empty() ? " of " : ", ") + std::to_string(n);
  if (!extracted_.n) trips.clear();
  return what(f.failure) + " (after " + iterations(static_cast<std::int64_t>(f.trips.size())) +
         " of the outer loop" + (trips.empty() ? "" : "," + trips) + ")";
}

std::string CaseReport::message(const barrier::Failure& f) const {
  const std::string text = what(f);
  return extracted_.n ? text + " (after " + iterations(f.n) + ")" : text;
}

std::string CaseReport::what(const barrier::Failure& f) const {
  return f.cycle ? "deadlock: " + std::to_string(f.cycle) +
                       " groups of threads wait for each other in a circle"
                 : synchronization_message(kind_of(f.kind), barrier_of(f));
}

Loc CaseReport::loc(const barrier::Step& step) const {
  return extracted_.places.at(operation(step).place).loc;
}

} // namespace heddle::check
