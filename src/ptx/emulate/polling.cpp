#include "ptx/emulate/polling.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace heddle::ptx {
namespace {

using Known = std::map<Slot, bool>; // predicates, and registers that hold 0 or 1

constexpr std::size_t max_states = 512, max_straight = 64;

class Polling {
public:
  Polling(const Code& code, Index first) : code_(code), first_(first) {}

  bool holds() {
    waits_ = {first_};
    for (std::size_t n = 0; n < waits_.size(); ++n)
      if (!fails_into_waits(waits_[n])) return false;
    if (!one_way_out()) return false;
    for (const Index wait : waits_)
      forgive_repeated(wait);
    return nobody_sees();
  }

private:
  const Micro& micro(Index at) const { return code_.micros[at]; }

  static bool is_wait(const Micro& m) {
    return m.op == Op::mbarrier &&
           (m.opcode->mbar == MbarOp::test_wait || m.opcode->mbar == MbarOp::try_wait);
  }
  bool same_wait(const Micro& m) const {
    const Micro& first = micro(first_);
    return m.guard == no_slot && first.guard == no_slot && m.base[0] == first.base[0] &&
           m.offset[0] == first.offset[0] && m.source[0] == first.source[0] &&
           m.opcode->parity == first.opcode->parity && m.opcode->relaxed == first.opcode->relaxed;
  }
  static bool computes(const Micro& m) {
    return m.op < Op::ld || m.op == Op::pure || m.op == Op::opaque || m.op == Op::nothing;
  }

  std::optional<bool> value(Slot slot, const Known& known) const {
    if (slot == no_slot) return std::nullopt;
    if (slot & constant_bit) {
      const std::uint64_t bits = code_.constants[slot & ~constant_bit].value[0];
      return bits <= 1 ? std::optional(bits == 1) : std::nullopt;
    }
    const auto found = known.find(slot);
    return found == known.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<bool> guard(const Micro& m, const Known& known) const {
    if (m.guard == no_slot) return true;
    const auto found = value(m.guard, known);
    return found ? std::optional(*found != m.guard_negated) : std::nullopt;
  }

  // What the instruction does to what is known.
  void run(const Micro& m, Known& known) const {
    const std::optional<bool> on = guard(m, known);
    if (on == false) return;
    std::optional<bool> result;
    if (on && m.op == Op::selp && value(m.source[2], known))
      result = value(m.source[*value(m.source[2], known) != m.negated[2] ? 0 : 1], known);
    else if (on && m.op == Op::setp && m.sources == 2 && value(m.source[0], known) &&
             value(m.source[1], known) && (m.opcode->cmp == Cmp::eq || m.opcode->cmp == Cmp::ne))
      result =
          (*value(m.source[0], known) == *value(m.source[1], known)) == (m.opcode->cmp == Cmp::eq);
    else if (on && m.sources == 1 && (m.op == Op::mov || (m.op == Op::not_ && m.result_size == 1)))
      if (const auto from = value(m.source[0], known)) result = *from != (m.op == Op::not_);
    known.erase(m.result);
    known.erase(m.second_result);
    if (result) known[m.result] = *result;
  }

  void note_written(const Micro& m) {
    for (const Slot slot : {m.result, m.second_result})
      if (slot != no_slot) written_.insert(slot);
    for (Index n = 0; n < m.count && m.op != Op::bra && m.op != Op::brx; ++n)
      written_.insert(code_.lists[m.first + n]);
  }

  // Every way on from a wait that failed comes to a wait for the same.
  bool fails_into_waits(Index wait) {
    std::set<std::pair<Index, Known>> seen;
    std::vector<std::pair<Index, Known>> work{{wait + 1, {{micro(wait).result, false}}}};
    while (!work.empty()) {
      auto [at, known] = std::move(work.back());
      work.pop_back();
      if (at >= code_.micros.size() || seen.size() > max_states) return false;
      const Micro& m = micro(at);
      if (is_wait(m)) {
        if (!same_wait(m)) return false;
        if (std::ranges::find(waits_, at) == waits_.end()) waits_.push_back(at);
        continue;
      }
      if (!seen.emplace(at, known).second) continue;
      inside_.insert(at);
      if (m.op == Op::bra) {
        const std::optional<bool> taken = guard(m, known);
        if (m.skips) {
          work.emplace_back(m.meets, known);
          continue;
        }
        if (taken != false) work.emplace_back(m.target, known);
        if (taken != true) work.emplace_back(at + 1, known);
        continue;
      }
      if (!computes(m)) return false;
      note_written(m);
      run(m, known);
      work.emplace_back(at + 1, std::move(known));
    }
    return true;
  }

  // The instructions behind a wait that succeeded, as far as they are surely next, and where they
  // end.
  std::vector<Index> succeeds(Index wait) const {
    Known known{{micro(wait).result, true}};
    std::vector<Index> out;
    Index at = wait + 1;
    while (at < code_.micros.size() && out.size() < max_straight) {
      const Micro& m = micro(at);
      const std::optional<bool> taken = m.op == Op::bra ? guard(m, known) : std::nullopt;
      if (m.op == Op::bra ? !m.skips && !taken : !computes(m)) break;
      out.push_back(at);
      if (m.op != Op::bra) run(m, known);
      at = m.op != Op::bra ? at + 1 : m.skips ? m.meets : *taken ? m.target : at + 1;
    }
    out.push_back(at);
    return out;
  }

  // All of them go on at one place; what each does before that is inside.
  bool one_way_out() {
    const std::vector<Index> way = succeeds(first_);
    std::size_t common = way.size();
    for (const Index wait : waits_) {
      const std::vector<Index> other = succeeds(wait);
      std::size_t equal = 0;
      while (equal < way.size() && equal < other.size() &&
             way[way.size() - 1 - equal] == other[other.size() - 1 - equal])
        ++equal;
      if (equal == 0) return false;
      common = std::min(common, equal);
      hide(other, other.size() - equal);
    }
    hide(way, way.size() - common);
    return true;
  }
  void hide(const std::vector<Index>& way, std::size_t count) {
    for (std::size_t n = 0; n < count; ++n) {
      inside_.insert(way[n]);
      if (computes(micro(way[n]))) note_written(micro(way[n]));
    }
  }

  // What is computed just before each try from what no try changes is the same each time.
  void forgive_repeated(Index wait) {
    Index begin = wait;
    while (begin > 0 && !is_target(begin) && computes(micro(begin - 1)))
      --begin;
    for (Index at = begin; at < wait; ++at) {
      const Micro& m = micro(at);
      if (m.op == Op::opaque || m.guard != no_slot || m.count || m.second_result != no_slot ||
          !written_.contains(m.result) || writers(m.result) != 1)
        continue;
      bool same = true;
      for (unsigned n = 0; n < m.sources; ++n)
        same = same && !sees(m.source[n]);
      if (same) written_.erase(m.result);
    }
  }
  bool is_target(Index at) const {
    return std::ranges::count(code_.targets, at) || std::ranges::any_of(code_.micros, [&](auto& m) {
             return m.op == Op::bra && (m.target == at || (m.skips && m.meets == at));
           });
  }
  std::size_t writers(Slot slot) const {
    std::size_t count = 0;
    for (const Micro& m : code_.micros) {
      count += (m.result == slot) + (m.second_result == slot);
      const bool data = m.op != Op::bra && m.op != Op::brx;
      for (Index n = 0; data && n < m.count; ++n)
        count += code_.lists[m.first + n] == slot;
    }
    return count;
  }

  // What is written on the way is read on the way alone; the waits read none of it.
  bool nobody_sees() {
    for (const Index wait : waits_)
      if (waits_.size() > 1) written_.insert(micro(wait).result);
    for (Index at = 0; at < code_.micros.size(); ++at) {
      if (inside_.contains(at)) continue;
      const Micro& m = micro(at);
      if (sees(m.guard)) return false;
      for (unsigned n = 0; n < m.sources; ++n)
        if (sees(m.source[n])) return false;
      if (std::ranges::any_of(m.base, [&](Slot slot) { return sees(slot); })) return false;
      const bool data = m.op != Op::bra && m.op != Op::brx;
      for (Index n = 0; data && n < m.count; ++n)
        if (sees(code_.lists[m.first + n])) return false;
    }
    return true;
  }
  bool sees(Slot slot) const { return written_.contains(slot); }

  const Code& code_;
  Index first_;
  std::vector<Index> waits_;
  std::set<Index> inside_;
  std::set<Slot> written_;
};

} // namespace

bool is_polled(const Code& code, Index index) { return Polling(code, index).holds(); }

} // namespace heddle::ptx
