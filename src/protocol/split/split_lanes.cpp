// What lanes made together, and how counts of its bits compare: where p is a thread's own bit,
// popc(m & lanes before it) + p is no more than popc(m & lanes before a later one).
#include "protocol/split/split_copy.hpp"

#include <algorithm>
#include <array>

namespace heddle::protocol {

namespace {

// Facts between every two of more values would drown the solver.
constexpr std::size_t max_exchanged = 12, max_counts = 8;

class LaneFacts {
public:
  LaneFacts(Copies& copies, const Protocol& protocol)
      : copies_(copies), pool_(copies.pool()), protocol_(protocol) {}

  std::vector<Expr> run(const std::vector<Expr>& exprs) {
    look_at(exprs);
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      alone(counts_[i]);
      for (std::size_t j = 0; j < counts_.size(); ++j)
        if (i != j) compare(counts_[i], counts_[j]);
    }
    std::erase_if(facts_, [](Expr e) { return is_true(e); });
    return std::move(facts_);
  }

private:
  // A bit of `mask` that a thread knows, if it came there.
  struct Bit {
    Expr mask, place, value, done;
  };

  void look_at(const std::vector<Expr>& exprs) {
    for (Expr atom : all_atoms(exprs)) {
      if (atom->op != Op::apply || !seen_.insert(atom).second) continue;
      const Function& f = pool_.function(atom);
      if (f.flavour == Flavour::pure && f.name == bits_below) {
        if (counts_.size() < max_counts) counts_.push_back(atom);
        continue;
      }
      const Copies::Original from = copies_.original(atom);
      const auto found = std::ranges::find(protocol_.exchanged, from.fn, &Exchanged::fn);
      if (found == protocol_.exchanged.end()) continue;
      for (std::size_t t = 0; t < 2; ++t)
        if (from.thread.value_or(t) == t && known_ < max_exchanged) brought(*found, atom, from, t);
    }
  }

  // Of the iterations, or the meeting, that the thread has in `around`; false: of none.
  bool in_iterations(const Exchanged& e, const Copies::Original& from, std::size_t t,
                     ThreadCopy& copy) const {
    std::vector<Expr> around(from.args.begin(), from.args.end());
    if (e.met) {
      if (around.empty() || around[0]->op != Op::apply) return false;
      const Copies::Original number = copies_.original(around[0]);
      if (number.thread.value_or(t) != t) return false;
      around = number.args;
    }
    if (around.size() < e.around.size()) return false;
    for (std::size_t i = 0; i < e.around.size(); ++i) {
      if (copies_.mentions_own(around[i], 1 - t)) return false;
      copy.set(e.around[i], around[i]);
    }
    return true;
  }

  void brought(const Exchanged& e, Expr app, const Copies::Original& from, std::size_t t) {
    ThreadCopy copy(copies_, t);
    if (!in_iterations(e, from, t, copy)) return;
    ++known_;
    Expr place = copy(e.place), value = copy(e.value), done = copy(e.done);
    switch (e.kind) {
    case Exchanged::Kind::ballot:
      bits_.push_back({app, place, value, done});
      break;
    case Exchanged::Kind::match:
      value = pool_.eq(value, from.args.at(e.asked));
      bits_.push_back({app, place, value, done});
      break;
    case Exchanged::Kind::lane: {
      Expr asked = pool_.eq(pool_.cast(from.args.at(e.asked), Type::i32()), place);
      facts_.push_back(pool_.implies(pool_.logical_and(done, asked), pool_.eq(app, value)));
      break;
    }
    }
    look_at({place, value, done});
  }

  Expr number(std::int64_t n) { return pool_.constant(n, Type::i32()); }

  // Bits of one mask that the two threads know, with what makes it `mask`.
  template <class F> void each_bit(Expr mask, const F& f) {
    for (const Bit& bit : bits_)
      if (bit.mask == mask) f(bit);
  }

  void alone(Expr count) {
    Expr mask = count->args[0], end = count->args[1];
    facts_.push_back(pool_.le(number(0), count));
    facts_.push_back(pool_.le(count, end));
    each_bit(mask, [&](const Bit& bit) {
      Expr inside = pool_.logical_and(bit.done, pool_.lt(bit.place, end));
      facts_.push_back(
          pool_.implies(pool_.logical_and(inside, bit.value), pool_.le(number(1), count)));
      facts_.push_back(pool_.implies(pool_.logical_and(inside, pool_.logical_not(bit.value)),
                                     pool_.lt(count, end)));
    });
  }

  // Of one mask: bits below `high`'s end that are not below `low`'s.
  void compare(Expr low, Expr high) {
    Expr mask = low->args[0], other = high->args[0], from = low->args[1], end = high->args[1];
    if (mask->op != other->op) return;
    if (mask->op == Op::apply && copies_.original(mask).fn != copies_.original(other).fn) return;
    const Interval begin = interval(pool_, from), limit = interval(pool_, end);
    if (begin.low && limit.high && *begin.low >= *limit.high) return; // the other way round says it
    Expr within = pool_.logical_and(pool_.eq(mask, other), pool_.le(from, end));
    facts_.push_back(pool_.implies(within, pool_.le(low, high)));
    facts_.push_back(pool_.implies(within, pool_.le(pool_.sub(high, low), pool_.sub(end, from))));
    const auto counts = [&](const Bit& bit) {
      Expr one = pool_.all(std::array{within, bit.done, bit.value, pool_.le(from, bit.place),
                                      pool_.lt(bit.place, end)});
      facts_.push_back(pool_.implies(one, pool_.lt(low, high)));
    };
    each_bit(mask, counts);
    if (other != mask) each_bit(other, counts);
  }

  Copies& copies_;
  Pool& pool_;
  const Protocol& protocol_;
  std::unordered_set<Expr> seen_;
  std::size_t known_ = 0;
  std::vector<Expr> counts_; // popc_below(mask, end)
  std::vector<Bit> bits_;
  std::vector<Expr> facts_;
};

} // namespace

std::vector<Expr> lane_facts(Copies& copies, const Protocol& protocol,
                             const std::vector<Expr>& exprs) {
  return LaneFacts(copies, protocol).run(exprs);
}

} // namespace heddle::protocol
