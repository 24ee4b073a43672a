#include "barrier/concrete/concrete_run.hpp"

#include "core/clusters.hpp"
#include "core/join_blocks.hpp"

#include <algorithm>

namespace heddle::barrier {

using namespace core::interp;
using sync::LaneMask;
using sync::Lanes;

namespace {

sync::Access kind_of(AccessKind kind) {
  return kind == AccessKind::read    ? sync::Access::read
         : kind == AccessKind::write ? sync::Access::write
                                     : sync::Access::atomic;
}

sync::Value value_of(const AccessEvent& e) {
  if (e.kind != AccessKind::write || e.value.taint || e.size > 8) return {};
  const std::uint64_t mask = e.size == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * e.size) - 1;
  return sync::Value::known(static_cast<std::uint64_t>(e.value.bits) & mask);
}

} // namespace

// ---- accesses ----------------------------------------------------------------------------------

bool BlockRun::access(const Machine&, const AccessEvent& e) {
  const AccessInfo& info = program_.accesses[program_.code[e.pc].extra];
  const auto parts = addresses_.find(e.instance, info.cell_array, e.offset, e.size);
  if (parts.empty()) {
    stop("the block touches more memory than can be followed");
    return true;
  }
  for (const Addresses::Part& part : parts) {
    if (info.of_copy) {
      copies_[e.thread].push_back({part, e.pc, kind_of(e.kind)});
      continue;
    }
    const bool marks =
        e.kind == AccessKind::write && core::is_lifetime(program_.kernel->arrays[info.array]);
    if (marks && e.value.bits == core::ends) {
      endings_[rank_of(e.thread)] = {part, e.pc, sync::Access::write};
      continue;
    }
    const std::vector<std::uint32_t> at(lanes_of_warp, part.address);
    const std::vector<sync::Value> values(lanes_of_warp,
                                          parts.size() == 1 ? value_of(e) : sync::Value{});
    sync::AccessEvent event;
    event.who = lanes_of(e.thread);
    event.kind = kind_of(e.kind);
    event.addresses = at;
    event.size = part.size;
    if (e.kind == AccessKind::write) event.values = values;
    event.place = {e.pc};
    event.tensor = info.tensor;
    if (info.map) event.map = parts.front().address;
    event.tensor_memory = program_.kernel->arrays[info.array].is_tensor;
    event.synchronous = is_deallocation(info.size);
    event.generic = !is_asked_about(info);
    if (info.tensor != no_tensor_part)
      engine_.tensor(event, info.async);
    else if (info.matrix)
      engine_.matrix(event);
    else if (info.async)
      access_async(event);
    else
      engine_.access(event);
    if (marks) block_begins(e.thread);
  }
  return false;
}

// What a block's threads do comes after it has begun, of which the first one says so.
void BlockRun::block_begins(std::uint32_t first) {
  for (const Lanes& lanes : others_of_block(first))
    engine_.follow(lanes, lanes_of(first));
}

// Warp by warp: lanes that are told apart cost the engine a clock each.
std::vector<Lanes> BlockRun::others_of_block(std::uint32_t thread) const {
  std::vector<Lanes> all;
  for (std::uint32_t t = 0; t < threads(); ++t) {
    if (t == thread || rank_of(t) != rank_of(thread)) continue;
    const Lanes lane = lanes_of(t);
    if (all.empty() || all.back().warp != lane.warp) all.push_back({lane.warp, 0});
    all.back().lanes |= lane.lanes;
  }
  return all;
}

// A block has ended when all its threads have; the first one says where, and may be the first to
// go.
void BlockRun::block_ends(std::uint32_t last) {
  const auto ending = endings_.find(rank_of(last));
  if (ending == endings_.end()) return;
  for (std::uint32_t t = 0; t < threads(); ++t)
    if (t != last && rank_of(t) == rank_of(last) && status_[t] != Status::gone) return;
  for (const Lanes& lanes : others_of_block(last))
    engine_.follow(lanes_of(last), lanes);
  const std::vector<std::uint32_t> at(lanes_of_warp, ending->second.part.address);
  const std::vector<sync::Value> values(lanes_of_warp, sync::Value::known(core::ends));
  sync::AccessEvent event;
  event.who = lanes_of(last);
  event.kind = sync::Access::write;
  event.addresses = at;
  event.size = ending->second.part.size;
  event.values = values;
  event.place = {ending->second.pc};
  engine_.access(event);
}

// Of a bulk store: it is made again wherever it is under way, so that here it is over at once.
void BlockRun::access_async(const sync::AccessEvent& event) {
  engine_.copy(event, sync::Channel::bulk);
  engine_.copy_commit(event.who, sync::Channel::bulk);
  engine_.copy_wait(event.who, sync::Channel::bulk, 0);
}

// ---- the schedule ------------------------------------------------------------------------------

ConcreteResult BlockRun::run() {
  const std::uint32_t warps = (threads() + lanes_of_warp - 1) / lanes_of_warp;
  for (bool moved = true; moved && stopped_.empty() && !machine_.over();) {
    moved = false;
    for (std::uint32_t w = 0; w < warps && stopped_.empty() && !machine_.over(); ++w)
      moved |= advance(w);
    // Lanes that are lost may only be late.
    if (!moved && !machine_.lost_reason()) moved = unblock();
  }
  if (stopped_.empty()) stopped_ = machine_.stopped();
  if (stopped_.empty()) stopped_ = machine_.lost_reason().value_or("");
  if (stopped_.empty()) engine_.finish();
  ConcreteResult result;
  result.findings = engine_.findings();
  result.locs = program_.locs;
  result.failed = std::move(failed_);
  result.stopped = stopped_;
  result.ranges = addresses_.ranges();
  return result;
}

// Runs the lanes of a warp one after another to where they wait; registers what can be.
bool BlockRun::advance(std::uint32_t warp) {
  const std::uint32_t first = warp * lanes_of_warp,
                      last = std::min(first + lanes_of_warp, threads());
  bool moved = run_lanes(first, last);
  for (std::uint32_t t = first; t < last && stopped_.empty(); ++t)
    if (status_[t] == Status::registers) moved |= register_alone(t);
  if (stopped_.empty()) moved |= register_together(first, last);
  return moved;
}

bool BlockRun::run_lanes(std::uint32_t first, std::uint32_t last) {
  bool moved = false;
  for (std::uint32_t t = first; t < last && !machine_.over(); ++t) {
    if (status_[t] != Status::runs || machine_.threads()[t].state != State::ready) continue;
    machine_.step(t);
    moved = true;
    const State state = machine_.threads()[t].state;
    if (state == State::waiting) status_[t] = Status::registers;
    if (state == State::finished) status_[t] = Status::finished;
    if (state == State::exited) exit(t);
  }
  return moved;
}

void BlockRun::exit(std::uint32_t t) {
  block_ends(t);
  status_[t] = Status::gone;
  done(lanes_of(t), engine_.exit(lanes_of(t)));
}

// Those of a warp that fell off the kernel's end.
bool BlockRun::exit_finished(std::uint32_t warp) {
  bool any = false;
  for (std::uint32_t t = warp * lanes_of_warp; t < std::min((warp + 1) * lanes_of_warp, threads());
       ++t) {
    if (status_[t] != Status::finished) continue;
    exit(t);
    any = true;
  }
  return any;
}

// Nobody can go on as things are. Threads that fell off the end are at no barrier that others of
// their warp wait at, as opposed to those that returned before it; barriers of the warp do not wait
// for them.
bool BlockRun::unblock() {
  for (std::uint32_t t = 0; t < threads(); ++t) {
    const bool in_warp_barrier = status_[t] == Status::blocked &&
                                 instruction(t).code == Code::barrier &&
                                 program_.barriers[instruction(t).extra].scope == Scope::warp;
    if (in_warp_barrier && exit_finished(t / lanes_of_warp)) return true;
  }
  for (std::uint32_t t = 0; t < threads(); ++t)
    if (status_[t] == Status::registers) return register_divergent(t), true;
  for (std::uint32_t warp = 0; warp * lanes_of_warp < threads(); ++warp)
    if (exit_finished(warp)) return true;
  return false;
}

void BlockRun::go_on(Lanes who) {
  for (std::uint32_t lane = 0; lane < lanes_of_warp; ++lane) {
    if (!(who.lanes >> lane & 1)) continue;
    const std::uint32_t t = who.warp * lanes_of_warp + lane;
    status_[t] = Status::runs;
    machine_.resume({&t, 1});
  }
}

// `who` made an event that may block.
void BlockRun::done(Lanes who, const sync::Step& step) {
  const std::vector<Lanes> woken(step.woken.begin(), step.woken.end());
  for (std::uint32_t lane = 0; lane < lanes_of_warp; ++lane) {
    const std::uint32_t t = who.warp * lanes_of_warp + lane;
    if (!(who.lanes >> lane & 1) || status_[t] == Status::gone) continue;
    if (step.blocked >> lane & 1)
      status_[t] = Status::blocked;
    else
      go_on({who.warp, LaneMask{1} << lane});
  }
  for (const Lanes& w : woken)
    go_on(w);
}

ConcreteResult run_block(const core::Kernel& kernel, const core::Launch& launch, core::Index3 block,
                         const core::ReplayLimits& limits, const sync::EngineOptions& options,
                         core::Space asked) {
  std::int64_t threads = 1;
  for (const std::int64_t n : launch.block_dim)
    threads = n < 1 ? 1025 : std::min<std::int64_t>(threads * n, 1025);
  if (threads > 1024) {
    ConcreteResult result;
    result.stopped = "the launch's block has no threads or more than 1024";
    return result;
  }
  const Program program = compile(kernel);
  const bool in_cluster = std::ranges::any_of(
      program.barriers, [](const BarrierInfo& b) { return b.scope == Scope::cluster; });
  // Copies of which it is not known that they are of the async proxy need no fences.
  sync::EngineOptions of_program = options;
  const bool together = core::blocks_of(kernel.joined) > 1;
  if (in_cluster) of_program.barriers = cluster_id + 1;
  if (together) of_program.barriers = core::barrier_numbers(kernel);
  if (together)
    of_program.block_warps =
        static_cast<std::uint32_t>(threads / core::blocks_of(kernel.joined)) / lanes_of_warp;
  const auto is_tensor = [](const core::Array& a) { return a.is_tensor; };
  if (std::ranges::any_of(kernel.arrays, is_tensor)) of_program.pipelined = is_pipelined;
  of_program.proxies &= std::ranges::none_of(
      program.accesses, [](const AccessInfo& a) { return a.of_copy && !a.async; });
  return BlockRun(program, launch, block, limits, of_program, together, asked).run();
}

} // namespace heddle::barrier
