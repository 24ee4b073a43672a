// The CTAs of a cluster: its barrier, addresses of other CTAs' shared memory, when CTAs begin and
// end (PTX ISA, "barrier.cluster", "mapa", "Cluster"; CUDA C++ Programming Guide, "Distributed
// Shared Memory").
#include "ptx/emulate/emulator.hpp"

#include <algorithm>
#include <bit>

namespace heddle::ptx {

namespace {

// Of the engine: barrier 0 is all threads', those of a CTA follow (sync::EngineOptions).
constexpr std::uint32_t ids_of_block = 16, beyond_ids = 1024;

} // namespace

std::uint32_t Emulator::named_id(std::uint32_t id) const {
  if (!in_cluster()) return id;
  return id < ids_of_block ? (block_ + 1) * ids_of_block + id : beyond_ids + id;
}

std::array<std::uint32_t, lanes> Emulator::life_of(std::uint32_t block) const {
  return all_at(block * Layout::block_stride + Layout::lifetime);
}

// ---- begin and end ------------------------------------------------------------------------------

// What the barrier waits at is there before all threads. That a CTA runs is known to its own
// threads alone: another may use its shared memory only behind a barrier of the cluster.
void Emulator::begin_blocks() {
  const sync::Place start{0};
  const sync::Lanes first{0, 1};
  run_.engine.mbarrier_init(first, Layout::cluster_barrier, static_cast<std::uint32_t>(live_),
                            start);
  for (std::uint32_t b = 0; b + 1 < blocks_; b += 2)
    for (const std::uint32_t at : {Layout::pair_allocation, Layout::pair_deallocation})
      run_.engine.mbarrier_init(first, b * Layout::block_stride + at, 2, start);
  const auto meet = [&](std::uint32_t from, std::uint32_t end, std::uint32_t id) {
    for (std::uint32_t w = from; w < end; ++w)
      run_.engine.sync(who(warps_[w], warps_[w].live), {id, std::nullopt, false, start});
  };
  run_.engine.fence(first, sync::Fence::mbarrier_init);
  meet(0, blocks_ * block_warps_, 0);
  for (std::uint32_t b = 0; b < blocks_; ++b) {
    const auto at = life_of(b);
    const sync::Lanes one{b * block_warps_, 1};
    run_.engine.access({.who = one,
                        .kind = sync::Access::write,
                        .addresses = at,
                        .size = 1,
                        .elements = 1,
                        .values = {},
                        .place = start});
    run_.engine.fence(one, sync::Fence::async); // it is no write of the program's
    meet(b * block_warps_, (b + 1) * block_warps_, (b + 1) * ids_of_block);
  }
}

// A CTA has ended when all its threads have.
void Emulator::end_block(const Warp& warp, Mask gone, Index at) {
  const std::uint32_t block = block_of(warp.number);
  const std::uint32_t from = block * block_warps_, end = from + block_warps_;
  for (std::uint32_t w = from; w < end; ++w)
    if (warps_[w].live & ~(w == warp.number ? gone : 0)) return;
  const sync::Lanes last{warp.number, gone & (~gone + 1)};
  for (std::uint32_t w = from; w < end; ++w) {
    const Mask others = ~Mask{0} & ~(w == warp.number ? last.lanes : 0);
    run_.engine.follow(last, {w, others});
  }
  const auto life = life_of(block);
  run_.engine.access({.who = last,
                      .kind = sync::Access::write,
                      .addresses = life,
                      .size = 1,
                      .elements = 1,
                      .values = {},
                      .place = {at}});
}

// These threads exit. The barrier of the cluster waits for "all the non-exited threads": it counts
// them no more, and they release nothing.
void Emulator::leave_cluster(const Warp& warp, Mask gone, Index at) {
  if (arrived_[warp.number] & gone)
    throw Halt{
        {"threads end between their arrival at the barrier of the cluster and their wait", at, {}}};
  end_block(warp, gone, at);
  live_ -= static_cast<std::uint64_t>(std::popcount(gone));
  if (live_ == 0) return;
  sync::Arrival how{.place = {at}};
  how.drop = how.relaxed = true;
  wake(run_.engine.mbarrier_arrive(who(warp, gone), Layout::cluster_barrier, how).woken);
}

// ---- the barrier --------------------------------------------------------------------------------

Emulator::Turn Emulator::cluster_barrier(Warp& warp, std::size_t split, const Micro& m) {
  Split& s = warp.splits[split];
  const Mask on = active(warp, m, s.mask, "whether this barrier is reached depends on");
  if (!on) {
    ++s.pc;
    return Turn::goes_on;
  }
  if (!in_cluster()) halt(m, "'" + m.opcode->text + "' is not understood");
  if (m.opcode->aligned && on != warp.live) { // for the other lanes of the warp
    if (on != s.mask) halt(m, "only part of the warp executes '" + m.opcode->text + "'");
    s.state = Split::State::parked;
    return Turn::ends;
  }
  Mask& arrived = arrived_[warp.number];
  std::array<std::uint64_t, lanes>& phase = arrival_[warp.number];
  if (m.opcode->bar == BarOp::cluster_arrive) {
    if (arrived & on) halt(m, "threads arrive twice without a wait between");
    // "membar / fence": what comes before a fence is released by the relaxed arrival behind it
    if (m.opcode->relaxed && unfenced_[warp.number] & on)
      halt(m, "a relaxed arrival that orders what was done before it, without a fence right before "
              "it");
    ++s.pc;
    const sync::Step step =
        run_.engine.mbarrier_arrive(who(warp, on), Layout::cluster_barrier, {.place = place(m)});
    arrived |= on;
    come(warp, m, on, true, Layout::cluster_barrier, step.phase);
    for (unsigned l = 0; l < lanes; ++l)
      if (on >> l & 1) phase[l] = step.phase;
    wake(step.woken);
    return Turn::goes_on;
  }
  if (on & ~arrived) halt(m, "threads wait at the barrier of the cluster that have not arrived");
  const std::uint64_t wanted = phase[static_cast<unsigned>(std::countr_zero(on))];
  for (unsigned l = 0; l < lanes; ++l)
    if (on >> l & 1 && phase[l] != wanted)
      halt(m, "lanes of a warp wait for different phases of the barrier of the cluster");
  arrived &= ~on;
  come(warp, m, on, true, Layout::cluster_barrier, wanted);
  const sync::Step step = run_.engine.mbarrier_wait(
      who(warp, on), Layout::cluster_barrier, {.phase = wanted, .parity = 0, .place = place(m)});
  const Turn turn = block(warp, split, step.blocked);
  wake(step.woken);
  return turn;
}

// ---- other CTAs' shared memory ------------------------------------------------------------------

// mapa, getctarank: addresses in the window of shared memory, or generic ones.
void Emulator::map_address(Warp& warp, const Micro& m, Mask split) {
  if (!in_cluster()) return arithmetic(warp, m, split);
  constexpr std::uint64_t rank_bits = std::uint64_t{0xff} << Layout::block_shift;
  const Reg& address = read(warp, m.source[0]);
  const bool maps = m.op == Op::mapa;
  const Reg* rank = maps ? &read(warp, m.source[1]) : nullptr;
  Reg out;
  out.known = address.known & (rank ? rank->known : ~Mask{0});
  out.sources = rank ? sources_.join(address.sources, rank->sources) : address.sources;
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(out.known >> l & 1)) {
      out.value[l] = unique();
    } else if (!maps) {
      out.value[l] = (address.value[l] & rank_bits) >> Layout::block_shift;
    } else {
      if (split >> l & 1 && rank->value[l] >= blocks_)
        halt(m, "the cluster has no CTA " + std::to_string(rank->value[l]));
      out.value[l] = (address.value[l] & ~rank_bits) | rank->value[l] << Layout::block_shift;
    }
  }
  write(warp, m, m.result, out, split);
}

// An access to another CTA's shared memory needs that the CTA runs.
sync::AccessEvent Emulator::use_of(const Micro& m, sync::Lanes who,
                                   const std::array<std::uint32_t, lanes>& at) const {
  return {.who = who,
          .kind = sync::Access::read,
          .addresses = at,
          .size = 1,
          .elements = 1,
          .values = {},
          .place = place(m, who.lanes)};
}

void Emulator::use_blocks(const Micro& m, Mask active, const std::array<std::uint32_t, lanes>& at) {
  const auto groups = grouped(active, [&](unsigned l) { return at[l] / Layout::block_stride; });
  for (const auto& [block, mask] : groups)
    if (block != block_) run_.engine.access(use_of(m, {warp_, mask}, life_of(block)));
}

// What threads store to shared memory of other CTAs, in pieces of 16 bytes.
void Emulator::note_stores(Mask in, const std::array<std::uint32_t, lanes>& at,
                           std::uint32_t bytes) {
  if (!own_fences_ || !in_cluster()) return;
  for (unsigned l = 0; l < lanes; ++l)
    if (in >> l & 1 && at[l] / Layout::block_stride != block_)
      for (std::uint32_t piece = at[l] / 16; piece <= (at[l] + bytes - 1) / 16; ++piece)
        stored_there_.insert(piece);
}

// PTX ISA, "membar / fence": "the memory ordering is limited only to the state space specified",
// and shared memory of another CTA is no .shared::cta. Which fence is meant for what is not
// followed.
void Emulator::check_fenced_space(const Micro& m, std::uint32_t at, std::uint32_t bytes) const {
  const auto piece = stored_there_.lower_bound(at / 16);
  if (piece != stored_there_.end() && *piece <= (at + bytes - 1) / 16)
    halt(m, "'" + m.opcode->text +
                "' of what threads of other CTAs have stored, beside proxy "
                "fences of .shared::cta, which do not cover it");
}

// The CTAs that a mask names (.multicast::cluster).
std::vector<std::uint32_t> Emulator::destinations(Warp& warp, const Micro& m, Mask one,
                                                  unsigned source) {
  if (!in_cluster())
    halt(m, "'" + m.opcode->text + "' where the CTAs of the cluster are not run together");
  if (m.sources <= source) halt(m, "'" + m.opcode->text + "' is not understood");
  const std::uint64_t mask =
      known_operand(warp, m, m.source[source], one, "the CTAs that this goes to depend on")
          .value[static_cast<unsigned>(std::countr_zero(one))] &
      0xffff;
  std::vector<std::uint32_t> out;
  for (std::uint32_t b = 0; b < 16; ++b)
    if (mask >> b & 1) out.push_back(b);
  if (out.empty() || out.back() >= blocks_)
    halt(m, "a mask of CTAs that the cluster does not have");
  return out;
}

} // namespace heddle::ptx
