// All interleavings of a small program: none may deadlock, leave registrations, disagree on a count
// or put an operation into another generation than the others do.
#include "concrete.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::oracle {
namespace {

using barrier::Operation;

// What the future depends on, and the numbers of the open generations.
struct Situation {
  std::vector<std::uint8_t> done; // items; one more when the warp has ended
  std::vector<std::int8_t> blocked;
  struct Open {
    std::uint8_t arrivals = 0, generation = 0;
    std::uint16_t count = 0;
    bool by_all = false;
    auto operator<=>(const Open&) const = default;
  };
  std::vector<Open> open; // by barrier
  auto operator<=>(const Situation&) const = default;
};

class Explorer {
public:
  explicit Explorer(const std::vector<WarpProgram>& programs) : programs_(programs) {}

  std::optional<bool> all_good(std::size_t most) {
    Situation start;
    start.done.assign(programs_.size(), 0);
    start.blocked.assign(programs_.size(), -1);
    start.open.resize(barrier::named_barriers);
    visit(start);
    while (!todo_.empty()) {
      const Situation s = todo_.back();
      todo_.pop_back();
      if (seen_.size() > most) return std::nullopt;
      bool moved = false;
      for (std::uint32_t w = 0; w < programs_.size(); ++w) {
        if (s.blocked[w] >= 0 || s.done[w] > programs_[w].items.size()) continue;
        moved = true;
        Situation next = s;
        if (!step(next, w)) return false;
        visit(next);
      }
      if (!moved && !finished(s)) return false;
    }
    return true;
  }

private:
  void visit(const Situation& s) {
    if (seen_.insert(s).second) todo_.push_back(s);
  }

  static bool finished(const Situation& s) {
    return std::ranges::all_of(s.blocked, [](auto b) { return b < 0; }) &&
           std::ranges::all_of(s.open, [](const auto& o) { return o.arrivals == 0; });
  }

  std::uint32_t live(const Situation& s) const {
    std::uint32_t n = 0;
    for (std::uint32_t w = 0; w < programs_.size(); ++w)
      n += s.done[w] <= programs_[w].items.size();
    return n;
  }

  void complete(Situation& s, std::size_t b) const {
    auto& o = s.open[b];
    const std::size_t needed = o.by_all ? live(s) : o.count;
    if (o.arrivals == 0 || o.arrivals < needed) return;
    o = {0, static_cast<std::uint8_t>(o.generation + 1), 0, false};
    for (auto& at : s.blocked)
      if (at == static_cast<std::int8_t>(b)) at = -1;
  }

  bool step(Situation& s, std::uint32_t w) {
    const std::uint32_t k = s.done[w]++;
    if (k == programs_[w].items.size()) { // it ends
      for (std::size_t b = 0; b < s.open.size(); ++b)
        if (s.open[b].by_all) complete(s, b);
      return true;
    }
    const auto& item = programs_[w].items[k];
    if (item.op->kind == Operation::Kind::warp_sync) return true;
    const auto b = static_cast<std::size_t>(item.barrier);
    auto& o = s.open[b];
    const bool all = item.op->count == Operation::all_threads;
    const auto count = static_cast<std::uint16_t>(all ? programs_.size() : item.op->count / 32);
    if (o.arrivals && o.count != count) return false;
    const auto [known, fresh] = generation_.try_emplace({w, k}, o.generation);
    if (!fresh && known->second != o.generation) return false;
    o.by_all = all && (o.arrivals == 0 || o.by_all);
    o.count = count;
    ++o.arrivals;
    if (item.op->kind == Operation::Kind::sync) s.blocked[w] = static_cast<std::int8_t>(b);
    complete(s, b);
    return true;
  }

  const std::vector<WarpProgram>& programs_;
  std::set<Situation> seen_;
  std::vector<Situation> todo_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint8_t> generation_;
};

} // namespace

std::optional<bool> good_in_all_interleavings(const std::vector<WarpProgram>& programs,
                                              std::size_t most_states) {
  return Explorer(programs).all_good(most_states);
}

} // namespace heddle::oracle
