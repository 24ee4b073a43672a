// Branches whose condition is not known. As long as nobody synchronizes before the sides meet, both
// are run: what happens is then among what was run, and a kernel without a race in that has none.
// Accesses of lanes that may not really be there are marked (Emulator::doubtful_).
#include "ptx/emulate/emulator.hpp"

#include <algorithm>

namespace heddle::ptx {

namespace {

// Instructions whose result depends on which lanes execute them.
bool joins_lanes(Op op) {
  return op == Op::shfl || op == Op::vote || op == Op::match || op == Op::activemask ||
         op == Op::elect || op == Op::redux;
}

// Beyond, it is no real program: the stack and the memory of this machine are bounded.
constexpr std::size_t max_open_branches = 1000, max_registers_kept = 500'000;

bool only_computes(Op op) { return !synchronizes(op) && !joins_lanes(op); }

} // namespace

void Emulator::note_writes(const Micro& m, std::vector<Slot>& writes) const {
  const bool list = m.op == Op::ld || m.op == Op::ldmatrix || m.op == Op::opaque ||
                    m.op == Op::pure || (m.op == Op::mov && m.result == no_slot);
  if (m.result != no_slot) writes.push_back(m.result);
  if (m.second_result != no_slot) writes.push_back(m.second_result);
  if (list)
    for (Index n = 0; n < m.count; ++n)
      if (code_.lists[m.first + n] != no_slot) writes.push_back(code_.lists[m.first + n]);
}

// What lies between a branch and the place where its sides meet.
const Emulator::Region& Emulator::region(const Micro& m) {
  const auto here = static_cast<Index>(&m - code_.micros.data());
  const auto [found, inserted] = regions_.try_emplace(here);
  Region& region = found->second;
  if (!inserted) return region;
  std::vector<Index> work{here + 1, m.target};
  std::vector<bool> seen(code_.micros.size() + 1);
  region.harmless = m.meets < code_.micros.size();
  while (!work.empty() && region.harmless) {
    const Index at = work.back();
    work.pop_back();
    if (at == m.meets || (at < seen.size() && seen[at])) continue;
    // a branch that is met again is the end of a loop of unknown length
    if (at >= code_.micros.size() || at == here || !only_computes(code_.micros[at].op)) {
      region.harmless = false;
      break;
    }
    seen[at] = true;
    const Micro& next = code_.micros[at];
    note_writes(next, region.writes);
    if (next.op == Op::bra && next.skips) {
      work.push_back(next.meets);
      continue;
    }
    if (next.op == Op::bra) work.push_back(next.target);
    for (Index n = 0; next.op == Op::brx && n < next.count; ++n)
      work.push_back(code_.targets[next.first + n]);
    const bool leaves = (next.op == Op::bra || next.op == Op::brx) && next.guard == no_slot;
    if (!leaves) work.push_back(at + 1);
  }
  std::ranges::sort(region.writes);
  const auto repeated = std::ranges::unique(region.writes);
  region.writes.erase(repeated.begin(), repeated.end());
  return region;
}

// Runs one side up to where the sides meet.
void Emulator::run_side(Warp& warp, Index begin, Index meets, Mask mask) {
  if (!mask || begin == meets) return;
  std::vector<Split> outside = std::move(warp.splits);
  warp.splits = {{.pc = begin, .mask = mask}};
  warp.diverge(0, meets, {{begin, mask}});
  const auto goes_on = [&](const Split& s) { return s.join != no_join; };
  while (true) {
    const auto next = std::ranges::find_if(warp.splits, goes_on);
    if (next == warp.splits.end()) break;
    turn(warp, static_cast<std::size_t>(next - warp.splits.begin()));
  }
  warp.splits = std::move(outside);
}

std::vector<Reg> Emulator::saved(const Warp& warp, const std::vector<Slot>& slots) const {
  std::vector<Reg> out;
  out.reserve(slots.size());
  for (Slot slot : slots)
    out.push_back(warp.registers[slot]);
  return out;
}

// The branch `m` of `split` on a guard that is unknown for some lanes.
void Emulator::run_both(Warp& warp, std::size_t split, const Micro& m) {
  const Region& between = region(m);
  const Reg guard = read(warp, m.guard);
  if (!between.harmless) halt(m, "whether this branch is taken depends on", guard.sources);
  const std::size_t kept = 2 * between.writes.size();
  if (open_branches_ >= max_open_branches || registers_kept_ + kept > max_registers_kept)
    halt(m, "branches whose conditions are not known nest too deeply here; this one depends on",
         guard.sources);
  ++open_branches_;
  registers_kept_ += kept;
  const Split here = warp.splits[split];
  const Mask open = here.mask & ~guard.known;
  Mask taken = 0;
  for (unsigned l = 0; l < lanes; ++l)
    taken |= static_cast<Mask>(((guard.value[l] & 1) != 0) != m.guard_negated) << l;
  taken &= here.mask & ~open;

  const Mask before = doubtful_;
  doubtful_ |= open;
  doubts_ = sources_.join(doubts_, guard.sources);
  const std::vector<Reg> start = saved(warp, between.writes);
  run_side(warp, here.pc + 1, m.meets, here.mask & ~taken);
  const std::vector<Reg> first = saved(warp, between.writes);
  for (std::size_t n = 0; n < start.size(); ++n)
    warp.registers[between.writes[n]] = start[n];
  run_side(warp, m.target, m.meets, taken | open);
  doubtful_ = before;
  --open_branches_;
  registers_kept_ -= kept;

  for (std::size_t n = 0; n < first.size(); ++n)
    merge(warp, between.writes[n], first[n], guard, here.mask & ~taken & ~open, open);
  warp.splits[split].pc = m.meets;
}

// After both sides: `first` holds what the lanes of `only_first` have, and what the lanes of
// `either` have unless the branch was taken.
void Emulator::merge(Warp& warp, Slot slot, const Reg& first, const Reg& guard, Mask only_first,
                     Mask either) {
  write_active(warp, slot, first, only_first);
  const Reg& second = warp.registers[slot];
  const Mask unequal = first.known ^ second.known;
  Mask differs = 0;
  for (unsigned l = 0; l < lanes; ++l)
    differs |= Mask{first.value[l] != second.value[l]} << l;
  differs = (differs | unequal) & either;
  if (!differs) return;
  Reg out;
  out.sources = sources_.join(guard.sources, sources_.join(first.sources, second.sources));
  for (unsigned l = 0; l < lanes; ++l)
    if (differs >> l & 1)
      out.value[l] = mix_operand(mix_operand(guard.value[l], first.value[l], first.known >> l & 1),
                                 second.value[l], second.known >> l & 1);
  write_active(warp, slot, out, differs);
}

} // namespace heddle::ptx
