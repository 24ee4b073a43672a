#include "ptx/counting.hpp"

#include <algorithm>
#include <optional>

namespace heddle::ptx {
namespace {

class Finder {
public:
  Finder(const Program& program, const Code& code)
      : program_(program), code_(code), writers_(code.registers), readers_(code.registers) {
    for (const auto& [slot, which] : code.specials)
      if (which == Special::laneid) lane_ids_.insert(slot);
    for (Index at = 0; at < code.micros.size(); ++at)
      note(at);
  }

  Counting run() {
    for (Index at = 0; at < code_.micros.size(); ++at)
      if (micro(at).op == Op::activemask && micro(at).guard == no_slot) place(at);
    return std::move(out_);
  }

private:
  const Micro& micro(Index at) const { return code_.micros[at]; }

  void note(Index at) {
    const Micro& m = micro(at);
    const auto add = [&](std::vector<std::vector<Index>>& to, Slot slot) {
      if (slot < to.size()) to[slot].push_back(at);
    };
    const bool branch = m.op == Op::bra || m.op == Op::brx;
    const bool writes_list = m.op == Op::ld || m.op == Op::ldmatrix || m.op == Op::opaque ||
                             m.op == Op::pure || m.op == Op::tcgen05 ||
                             (m.op == Op::mov && m.result == no_slot);
    add(writers_, m.result);
    add(writers_, m.second_result);
    for (Index n = 0; !branch && n < m.count; ++n)
      add(writes_list ? writers_ : readers_, code_.lists[m.first + n]);
    add(readers_, m.guard);
    for (unsigned n = 0; n < m.sources; ++n)
      add(readers_, m.source[n]);
    for (const Slot base : m.base)
      add(readers_, base);
  }

  // The result of `at`, when it is written nowhere else and read by `count` micros.
  std::optional<std::vector<Index>> readers(Index at) const {
    const Slot slot = micro(at).result;
    if (slot >= writers_.size() || writers_[slot].size() != 1 || micro(at).guard != no_slot)
      return std::nullopt;
    return readers_[slot];
  }
  std::optional<Index> only_reader(Index at, Op op) const {
    const auto all = readers(at);
    if (!all || all->size() != 1 || micro(all->front()).op != op) return std::nullopt;
    return all->front();
  }
  bool is_lane_id(Slot slot) const {
    if (lane_ids_.contains(slot)) return true;
    if (slot >= writers_.size() || writers_[slot].size() != 1) return false;
    const Micro& m = micro(writers_[slot].front());
    return m.op == Op::mov && m.guard == no_slot && m.sources == 1 &&
           lane_ids_.contains(m.source[0]);
  }

  // The branch that is taken unless the result of the comparison `at` is that both are equal.
  std::optional<Index> unless_equal(Index at) const {
    const Micro& m = micro(at);
    if (m.op != Op::setp || m.sources != 2 || m.second_result != no_slot) return std::nullopt;
    if (m.opcode->cmp != Cmp::ne && m.opcode->cmp != Cmp::eq) return std::nullopt;
    if (size_of(m.opcode->type) < 4) return std::nullopt;
    const auto all = readers(at);
    if (!all || all->size() != 1) return std::nullopt;
    const Micro& branch = micro(all->front());
    const bool taken_if_unequal = (m.opcode->cmp == Cmp::ne) != branch.guard_negated;
    if (branch.op != Op::bra || branch.skips || branch.guard != m.result || !taken_if_unequal ||
        branch.target <= all->front())
      return std::nullopt;
    return all->front();
  }

  void place(Index mask) {
    const auto match = only_reader(mask, Op::match);
    if (!match) return;
    const Micro& m = micro(*match);
    if (m.opcode->mode != Mode::any || m.sources != 2 || m.source[1] != micro(mask).result) return;
    // all that are here come to the match
    if (*match < mask || !straight(mask + 1, *match) || enters(mask + 1, *match + 1)) return;
    const auto uses = readers(*match);
    if (!uses || uses->size() != 2) return;
    std::optional<Index> branch, count;
    for (const Index use : *uses) {
      if (micro(use).op == Op::brev) branch = first_lane(use);
      if (micro(use).op == Op::popc) count = use;
    }
    if (!branch || !count || *count < *branch) return;
    if (!adds(*branch, *count, m.source[0])) return;
    out_.masks.insert(mask);
    out_.matches.insert(*match);
  }

  // The branch that all but the first lane of the group take.
  std::optional<Index> first_lane(Index reversed) const {
    const auto found = only_reader(reversed, Op::bfind);
    if (!found || micro(*found).opcode->text.find(".shiftamt") == std::string::npos)
      return std::nullopt;
    const auto compares = only_reader(*found, Op::setp);
    if (!compares) return std::nullopt;
    const Micro& m = micro(*compares);
    const Slot other = m.source[m.source[0] == micro(*found).result];
    return is_lane_id(other) ? unless_equal(*compares) : std::nullopt;
  }

  static bool computes(const Micro& m) {
    return m.op < Op::ld || m.op == Op::pure || m.op == Op::nothing;
  }
  bool straight(Index begin, Index end) const {
    for (Index at = begin; at < end; ++at)
      if (!computes(micro(at))) return false;
    return true;
  }
  // What is computed from here to there is read there alone.
  bool keeps_to_itself(Index begin, Index end) const {
    for (Index at = begin; at < end; ++at)
      for (const Slot slot : {micro(at).result, micro(at).second_result})
        if (slot < readers_.size())
          for (const Index reader : readers_[slot])
            if (reader < begin || reader >= end) return false;
    return true;
  }
  bool enters(Index begin, Index end) const { // from outside
    for (Index at = 0; at < code_.micros.size(); ++at) {
      if (at >= begin && at < end) continue;
      const Micro& m = micro(at);
      if (m.op == Op::brx) return true;
      if (m.op == Op::bra && m.target >= begin && m.target < end) return true;
    }
    return false;
  }

  // Behind the branch, as far as it skips: one addition at `address` of as much as the group has.
  bool adds(Index branch, Index count, Slot address) {
    const Index begin = branch + 1, end = micro(branch).target;
    if (enters(begin, end)) return false;
    Index at = begin;
    while (at < end && computes(micro(at)))
      ++at;
    if (at >= end || count >= at) return false;
    const Micro& atomic = micro(at);
    const bool adds = (atomic.op == Op::atom || atomic.op == Op::red) &&
                      atomic.opcode->mode == Mode::add && size_of(atomic.opcode->type) == 4 &&
                      atomic.guard == no_slot && atomic.sources == 1 && atomic.count <= 1 &&
                      atomic.base[0] == address;
    if (!adds) return false;
    const auto amount = added(atomic, count, begin, at);
    if (!amount) return false;
    Index rest = at + 1;
    while (rest < end && computes(micro(rest)) && micro(rest).op != Op::setp)
      ++rest;
    if (rest == end)
      return keeps_to_itself(begin, end) &&
             (atomic.result >= readers_.size() || readers_[atomic.result].empty());
    return *amount < 0 && counts_down(at, count, rest, end) && keeps_to_itself(begin, end);
  }

  // 1 or -1, when it is that for each lane of the group.
  std::optional<int> added(const Micro& atomic, Index count, Index begin, Index end) const {
    const Slot data = atomic.count ? code_.lists[atomic.first] : atomic.source[0];
    if (data == micro(count).result) return 1;
    if (data >= writers_.size() || writers_[data].size() != 1) return std::nullopt;
    const Index writer = writers_[data].front();
    const Micro& m = micro(writer);
    if (writer < begin || writer >= end || m.op != Op::neg || m.guard != no_slot ||
        m.source[0] != micro(count).result)
      return std::nullopt;
    return -1;
  }

  // setp old, n; only who sees that all others have counted unmakes mbarriers, and nobody does
  // anything else any more.
  bool counts_down(Index atomic, Index count, Index compare, Index end) {
    const auto only = only_reader(atomic, Op::setp);
    if (!only || *only != compare) return false;
    const Micro& m = micro(compare);
    const Slot other = m.source[m.source[0] == micro(atomic).result];
    if (other != micro(count).result) return false;
    const auto branch = unless_equal(compare);
    if (!branch || micro(*branch).target != end || !leaves(end)) return false;
    for (Index at = *branch + 1; at < end; ++at) {
      const Micro& next = micro(at);
      const bool unmakes = next.op == Op::mbarrier && next.opcode->mbar == MbarOp::inval;
      if (!unmakes && !computes(next)) return false;
    }
    if (!synchronizes_before(atomic)) return false;
    out_.last.emplace(*branch, atomic);
    out_.countdowns.insert(atomic);
    return true;
  }
  bool leaves(Index at) const {
    if (at >= code_.micros.size()) return true;
    const Micro& m = micro(at);
    return (m.op == Op::exit || m.op == Op::ret) && m.guard == no_slot;
  }
  // It acquires, and releases what the thread did before: by itself, or by a fence just before.
  bool synchronizes_before(Index atomic) const {
    const Micro& m = micro(atomic);
    const std::string& text = m.opcode->text;
    if (text.find(".acq_rel") != std::string::npos) return true;
    if (text.find(".acquire") == std::string::npos) return false;
    for (Index i = m.instruction; i-- > 0;) {
      const Opcode& before = program_.opcode(program_.code[i]);
      if (before.fence) return true;
      if (before.op >= Op::ld && before.op != Op::nothing) return false;
    }
    return false;
  }

  const Program& program_;
  const Code& code_;
  std::vector<std::vector<Index>> writers_, readers_; // by slot
  std::set<Slot> lane_ids_;
  Counting out_;
};

} // namespace

Counting find_counting(const Program& program, const Code& code) {
  const bool any =
      std::ranges::any_of(code.micros, [](const Micro& m) { return m.op == Op::activemask; });
  return any ? Finder(program, code).run() : Counting{};
}

} // namespace heddle::ptx
