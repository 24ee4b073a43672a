// What threads do at barriers: named ones, those of warps, mbarriers.
#include "barrier/concrete/concrete_run.hpp"
#include "core/proxy_fences.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace heddle::barrier {

using namespace core::interp;
using sync::LaneMask;
using sync::Lanes;

namespace {} // namespace

// ---- named barriers ----------------------------------------------------------------------------

// What a lane does by itself; false: it waits for the others of its warp.
bool BlockRun::register_alone(std::uint32_t t) {
  const Instr& instr = instruction(t);
  const Thread& thread = machine_.threads()[t];
  if (instr.code == Code::mbarrier) return mbarrier(t), true;
  if (instr.code == Code::named) {
    const core::NamedBarrier::Kind kind = program_.named[instr.extra].kind;
    if (kind == core::NamedBarrier::Kind::map_release) {
      engine_.release_maps(lanes_of(t));
      return go_on(lanes_of(t)), true;
    }
    if (kind == core::NamedBarrier::Kind::map_acquire) return acquire_map(t), true;
    if (kind == core::NamedBarrier::Kind::fence) {
      const auto covered = static_cast<std::uint32_t>(thread.operands[0]);
      if (core::covers(covered, asked_)) engine_.fence(lanes_of(t), sync::Fence::async);
      return go_on(lanes_of(t)), true;
    }
    if (kind == core::NamedBarrier::Kind::matrix_wait) return wait_for_products(t), true;
    if (kind >= core::NamedBarrier::Kind::tensor_before) {
      engine_.tensor_fence(lanes_of(t), kind == core::NamedBarrier::Kind::tensor_before);
      return go_on(lanes_of(t)), true;
    }
    if (program_.named[instr.extra].aligned) return false;
    return register_aligned(lanes_of(t)), true;
  }
  const core::interp::BarrierInfo& barrier = program_.barriers[instr.extra];
  if (barrier.scope == Scope::thread) return go_on(lanes_of(t)), true;
  if (barrier.scope == Scope::warp) return warp_barrier(t), true;
  if (barrier.scope == Scope::cluster && !of_cluster_) machine_.meet_blocks();
  if (barrier.scope != Scope::block && barrier.scope != Scope::cluster)
    stop("a barrier of several blocks at line " + std::to_string(program_.locs[thread.pc].line));
  return false;
}

// What is under way behind the wait is read there again (core/copies.hpp): each wait ends a group.
void BlockRun::wait_for_products(std::uint32_t t) {
  const std::vector<Lanes> woken = [&] {
    const sync::Step step = engine_.matrix_commit(lanes_of(t));
    return std::vector<Lanes>(step.woken.begin(), step.woken.end());
  }();
  for (const Lanes& w : woken)
    go_on(w);
  done(lanes_of(t), engine_.matrix_wait(lanes_of(t), 0, {machine_.threads()[t].pc}));
}

void BlockRun::acquire_map(std::uint32_t t) {
  const AccessInfo& map = program_.named[instruction(t).extra].map;
  const auto parts = addresses_.find(machine_.instance(t, map), map.cell_array,
                                     machine_.threads()[t].operands[0], map.size);
  if (parts.empty()) return stop("the block touches more memory than can be followed");
  const std::vector<std::uint32_t> at(lanes_of_warp, parts[0].address);
  engine_.acquire_map(lanes_of(t), at);
  go_on(lanes_of(t));
}

void BlockRun::warp_barrier(std::uint32_t t) {
  const Thread& thread = machine_.threads()[t];
  const std::uint32_t size = program_.barriers[instruction(t).extra].group_size;
  LaneMask members = thread.mask;
  if (size != 0 && size < lanes_of_warp)
    members &= ((LaneMask{1} << size) - 1) << (t % lanes_of_warp / size * size);
  const std::uint32_t lanes =
      std::min(threads() - t / lanes_of_warp * lanes_of_warp, lanes_of_warp);
  if (lanes < lanes_of_warp) members &= (LaneMask{1} << lanes) - 1;
  done(lanes_of(t), engine_.warp_sync(lanes_of(t), members, {thread.pc}));
}

// The same instruction with the same operands?
bool BlockRun::same_registration(std::uint32_t a, std::uint32_t b) const {
  const Thread &x = machine_.threads()[a], &y = machine_.threads()[b];
  return x.pc == y.pc && (instruction(a).code != Code::named || x.operands == y.operands);
}

// A barrier of the block, or a named one, that these lanes of a warp reach together.
void BlockRun::register_aligned(Lanes who) {
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(who.lanes));
  const std::uint32_t t = who.warp * lanes_of_warp + lane;
  const Thread& thread = machine_.threads()[t];
  const Instr& instr = instruction(t);
  sync::Registration at;
  at.place = {thread.pc};
  bool arrives = false;
  if (instr.code == Code::named) {
    const NamedInfo& info = program_.named[instr.extra];
    at.id = static_cast<std::uint32_t>(thread.operands[0]);
    if (instr.b != no_slot) at.count = static_cast<std::uint32_t>(thread.operands[1]);
    at.aligned = info.aligned;
    arrives = info.kind == core::NamedBarrier::Kind::arrive;
  } else if (program_.barriers[instr.extra].scope == Scope::cluster) {
    at.id = of_cluster_ ? 0 : cluster_id;
    at.aligned = false;
  }
  done(who, arrives ? engine_.arrive(who, at) : engine_.sync(who, at));
}

// All lanes of a warp that are still there; also tells the engine when all of them have ended.
bool BlockRun::register_together(std::uint32_t first, std::uint32_t last) {
  if (std::all_of(status_.begin() + first, status_.begin() + last,
                  [](Status s) { return s == Status::finished || s == Status::gone; }))
    return exit_finished(first / lanes_of_warp);
  std::optional<std::uint32_t> leader;
  Lanes who{first / lanes_of_warp, 0};
  for (std::uint32_t t = first; t < last; ++t) {
    if (status_[t] == Status::gone) continue;
    if (status_[t] != Status::registers) return false;
    if (!leader) leader = t;
    if (!same_registration(*leader, t)) return false;
    who.lanes |= LaneMask{1} << (t - first);
  }
  if (!leader) return false;
  return register_aligned(who), true;
}

// Lanes of a warp wait at different barriers: those that wait where `t` does register without the
// others, which the engine reports.
void BlockRun::register_divergent(std::uint32_t t) {
  Lanes who{t / lanes_of_warp, 0};
  const std::uint32_t first = who.warp * lanes_of_warp;
  for (std::uint32_t u = t; u < std::min(first + lanes_of_warp, threads()); ++u)
    if (status_[u] == Status::registers && same_registration(t, u))
      who.lanes |= LaneMask{1} << (u - first);
  register_aligned(who);
  exit_finished(who.warp);
}

// ---- mbarriers ---------------------------------------------------------------------------------

// What a copy reads and writes, in pieces as large as they lie together; reads first.
std::vector<BlockRun::Copied> BlockRun::joined(std::vector<Copied> pieces) {
  std::ranges::stable_sort(pieces, {}, [](const Copied& c) { return c.kind; });
  std::vector<Copied> parts;
  for (const Copied& piece : pieces) {
    const bool goes_on = !parts.empty() && parts.back().kind == piece.kind &&
                         parts.back().part.address + parts.back().part.size == piece.part.address;
    if (goes_on)
      parts.back().part.size += piece.part.size;
    else
      parts.push_back(piece);
  }
  return parts;
}

// An asynchronous copy of what was collected, which then reports `bytes` to the mbarrier: with its
// last part, so that all of them are of one phase.
sync::Step BlockRun::complete(std::uint32_t t, std::uint32_t address, std::uint32_t bytes,
                              bool releases) {
  const std::vector<Copied> parts = joined(std::exchange(copies_[t], {}));
  sync::AccessEvent event;
  event.releases = releases;
  event.who = lanes_of(t);
  event.place = {machine_.threads()[t].pc};
  if (parts.empty()) return engine_.copy_bulk(event, address, bytes);
  sync::Step step;
  std::optional<std::uint32_t> map;
  for (const Copied& part : parts) {
    const std::vector<std::uint32_t> at(lanes_of_warp, part.part.address);
    event.kind = part.kind;
    event.addresses = at;
    event.size = 1;
    event.elements = part.part.size;
    event.place = {part.pc};
    const auto& info = program_.accesses[program_.code[part.pc].extra];
    const bool of_map = info.map;
    event.generic = !is_asked_about(info);
    if (of_map && !map) map = part.part.address;
    event.map = of_map ? map : std::nullopt;
    step = engine_.copy_bulk(event, address, &part == &parts.back() ? bytes : 0);
  }
  return step;
}

void BlockRun::mbarrier(std::uint32_t t) {
  using Kind = core::Mbarrier::Kind;
  const Instr& instr = instruction(t);
  const MbarrierInfo& info = program_.mbarriers[instr.extra];
  const Thread& thread = machine_.threads()[t];
  const Lanes who = lanes_of(t);
  const sync::Place place{thread.pc};
  const auto parts = addresses_.find(machine_.instance(t, info.object), info.object.cell_array,
                                     thread.operands[0], 8);
  if (parts.size() != 1) return stop("an mbarrier at an address that is no multiple of 8");
  const std::uint32_t address = parts[0].address;
  const auto count = static_cast<std::uint32_t>(thread.operands[1]);
  const auto last = static_cast<std::uint32_t>(thread.operands[2]); // bytes, parity
  sync::Step step;
  switch (info.kind) {
  case Kind::init:
    engine_.mbarrier_init(who, address, instr.b == no_slot ? announced_[address] : count, place);
    engine_.fence(who, sync::Fence::mbarrier_init); // not asked about here
    break;
  case Kind::inval:
    engine_.mbarrier_inval(who, address, place);
    break;
  case Kind::arrive:
    step = engine_.mbarrier_arrive(
        who, address, {instr.b == no_slot ? 1 : count, last, false, place, false, info.relaxed});
    phases_[{t, address}] = step.phase;
    break;
  case Kind::expect:
    if (instr.b != no_slot) { // announced arrivals
      announced_[address] += count;
      break;
    }
    step = engine_.mbarrier_expect_tx(who, address, last, place);
    break;
  case Kind::commit:
    step = engine_.tensor_commit(who, address, place);
    break;
  case Kind::complete:
    if (last > 0)
      step = complete(t, address, last, info.releases); // of no bytes it changes nothing
    break;
  case Kind::wait_parity:
    step = engine_.mbarrier_wait(who, address, {{}, last % 2, place, info.relaxed});
    break;
  case Kind::wait_own:
    step = engine_.mbarrier_wait(who, address, {phases_[{t, address}], 0, place, info.relaxed});
    break;
  }
  done(who, step);
}

} // namespace heddle::barrier
