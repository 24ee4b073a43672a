// Which part of a frame a thread keeps while others run. A kernel has a slot for each variable, and
// most live from one wait to the next at most: those are shared, as temporaries are, and need not
// be copied when the next thread has its turn. And what of a program a thread may still come to.
#include "core/interpreter/interpreter_program.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::core::interp {

namespace {

constexpr Slot index_slots = 6; // of a thread and its block, set before it runs

// A set of the first slots of a frame.
class Slots {
public:
  explicit Slots(Slot count) : count_(count), words_((count + 63) / 64) {}

  bool contains(Slot s) const { return words_[s / 64] >> s % 64 & 1; }
  void insert(Slot s) {
    if (s < count_) words_[s / 64] |= std::uint64_t{1} << s % 64;
  }
  void erase(Slot s) {
    if (s < count_) words_[s / 64] &= ~(std::uint64_t{1} << s % 64);
  }
  bool insert_all(const Slots& other) { // is one of them new?
    bool grows = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::uint64_t all = words_[i] | other.words_[i];
      grows = grows || all != words_[i];
      words_[i] = all;
    }
    return grows;
  }

private:
  Slot count_; // others are never in it
  std::vector<std::uint64_t> words_;
};

bool leaves(Code code) {
  return code == Code::exit || code == Code::finish || code == Code::unsupported;
}
bool jumps(Code code) { return code == Code::jump || code == Code::branch_unless; }

// May another thread have its turn here? (Machine::run_thread)
bool is_wait(const Instr& instr, std::uint32_t pc) {
  return instr.code == Code::exchange || instr.code == Code::barrier || instr.code == Code::named ||
         instr.code == Code::mbarrier || (instr.code == Code::jump && instr.extra <= pc);
}

// Backwards through blocks of instructions, until nothing is new.
class Liveness {
public:
  explicit Liveness(const Program& p) : p_(p), block_(p.code.size()) {
    std::vector<bool> leads(p.code.size() + 1);
    leads[p.entry] = true;
    for (std::uint32_t pc = p.entry; pc < p.code.size(); ++pc) {
      const Instr& instr = p.code[pc];
      if (jumps(instr.code)) leads[instr.extra] = true;
      if (jumps(instr.code) || leaves(instr.code)) leads[pc + 1] = true;
    }
    for (std::uint32_t pc = p.entry; pc < p.code.size(); ++pc) {
      if (leads[pc]) first_.push_back(pc);
      block_[pc] = static_cast<std::uint32_t>(first_.size() - 1);
    }
    live_.assign(first_.size(), Slots(p.own_slots));
  }

  // Those that live where a thread begins or waits.
  Slots kept() {
    for (bool changes = true; changes;) {
      changes = false;
      for (std::size_t b = first_.size(); b-- > 0;)
        changes |= live_[b].insert_all(before(b, [](const Slots&) {}));
    }
    Slots all(p_.own_slots);
    for (std::size_t b = 0; b < first_.size(); ++b)
      before(b, [&](const Slots& live) { all.insert_all(live); });
    all.insert_all(live_[block_[p_.entry]]);
    return all;
  }

private:
  template <class AtWait> Slots before(std::size_t b, const AtWait& at_wait) const {
    const std::uint32_t end =
        b + 1 < first_.size() ? first_[b + 1] : static_cast<std::uint32_t>(p_.code.size());
    Slots live = behind(end - 1);
    for (std::uint32_t pc = end; pc-- > first_[b];) {
      const Instr& instr = p_.code[pc];
      const bool waits = is_wait(instr, pc);
      if (waits) at_wait(live);
      live.erase(instr.dst);
      for (const Slot s : {instr.a, instr.b, instr.c})
        live.insert(s);
      if (instr.code == Code::exchange) live.insert(p_.exchanges[instr.extra].width);
      if (waits) at_wait(live);
    }
    return live;
  }

  Slots behind(std::uint32_t last) const {
    const Instr& instr = p_.code[last];
    Slots live(p_.own_slots);
    if (jumps(instr.code)) live.insert_all(live_[block_[instr.extra]]);
    if (instr.code != Code::jump && !leaves(instr.code) && last + 1 < p_.code.size())
      live.insert_all(live_[block_[last + 1]]);
    return live;
  }

  const Program& p_;
  std::vector<std::uint32_t> block_, first_; // by instruction; by block
  std::vector<Slots> live_;                  // where a block begins
};

// What is set or read behind the thread's back: its place, what tells instances of barriers and
// assertions apart, and what lanes make together.
void keep_foreign(const Program& p, Slots& kept) {
  for (Slot s = 0; s < std::min(index_slots, p.own_slots); ++s)
    kept.insert(s);
  for (const BarrierInfo& barrier : p.barriers)
    for (const Slot s : barrier.counters)
      kept.insert(s);
  for (const ExchangeInfo& exchange : p.exchanges)
    for (const Slot s : exchange.counters)
      kept.insert(s);
  for (const AssertionInfo& assertion : p.assertions)
    for (const auto& [loop, counter] : assertion.loops)
      kept.insert(counter);
  for (const Instr& instr : p.code)
    if (instr.code == Code::exchange) kept.insert(instr.dst);
}

} // namespace

std::vector<bool> ways_to(const Program& p, const std::vector<bool>& targets) {
  std::vector<bool> leads = targets;
  for (bool changes = true; changes;) {
    changes = false;
    for (std::uint32_t pc = static_cast<std::uint32_t>(p.code.size()); pc-- > 0;) {
      const Instr& instr = p.code[pc];
      const bool goes_on = instr.code != Code::jump && !leaves(instr.code);
      const bool comes = (goes_on && leads[pc + 1]) || (jumps(instr.code) && leads[instr.extra]);
      if (leads[pc] || !comes) continue;
      leads[pc] = changes = true;
    }
  }
  return leads;
}

void share_slots(Program& p) {
  Slots kept = Liveness(p).kept();
  keep_foreign(p, kept);
  std::vector<Slot> order(p.own_slots), place(p.own_slots);
  std::iota(order.begin(), order.end(), Slot{0});
  const auto shared =
      std::ranges::stable_partition(order, [&](Slot s) { return kept.contains(s); });
  for (Slot i = 0; i < order.size(); ++i)
    place[order[i]] = i;
  const auto move = [&](Slot& s) {
    if (s < place.size()) s = place[s];
  };
  for (Instr& instr : p.code)
    for (Slot* s : {&instr.dst, &instr.a, &instr.b, &instr.c})
      move(*s);
  for (BarrierInfo& barrier : p.barriers)
    std::ranges::for_each(barrier.counters, move);
  for (ExchangeInfo& exchange : p.exchanges) {
    std::ranges::for_each(exchange.counters, move);
    move(exchange.width);
  }
  for (AssertionInfo& assertion : p.assertions)
    for (auto& [loop, counter] : assertion.loops)
      move(counter);
  p.own_slots -= static_cast<Slot>(shared.size());
}

} // namespace heddle::core::interp
