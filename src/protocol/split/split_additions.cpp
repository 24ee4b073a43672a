// Ranges that threads draw from a counter.
#include "core/clusters.hpp"
#include "protocol/split/split_copy.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

// Facts between every two of more values would drown the solver.
constexpr std::size_t max_related = 16;

class Additions {
public:
  Additions(const Copies& copies, const Protocol& protocol)
      : copies_(copies), pool_(copies.pool()), protocol_(protocol) {}

  std::vector<Expr> run(const std::vector<Expr>& exprs) {
    for (Expr atom : all_atoms(exprs))
      if (atom->op == Op::apply) add(atom);
    for (std::size_t i = 0; i < results_.size(); ++i)
      for (std::size_t j = i + 1; j < results_.size(); ++j)
        compare(results_[i], results_[j]);
    return std::move(facts_);
  }

private:
  struct Result {
    Expr value;
    const Increment* increment;
    Copies::Original from;
    Expr number() const { return from.args[from.args.size() - 2]; }
    Expr offset() const { return from.args.back(); }
  };

  void add(Expr atom) {
    Copies::Original from = copies_.original(atom);
    const auto found = std::ranges::find(protocol_.increments, from.fn, &Increment::fn);
    if (found == protocol_.increments.end() || (!from.thread && !found->handed_on)) return;
    if (results_.size() >= max_related) return;
    results_.push_back({atom, &*found, std::move(from)});
    if (found->stays) within(results_.back());
  }

  // A counter that does not leave its type does not do so by what is added here.
  void within(const Result& r) {
    const auto most = type_range(r.value->type).high;
    if (!most || r.value->type.width > 32) return;
    const Expr sum =
        pool_.add(pool_.cast(r.value, Type::i64()), pool_.cast(r.number(), Type::i64()));
    facts_.push_back(pool_.le(sum, pool_.constant(*most, Type::i64())));
  }

  bool one_memory(ArrayId array) const {
    return copies_.pairs() != PairClass::different_blocks ||
           core::is_of_grid(protocol_.kernel->arrays.at(array));
  }

  // When the two are surely of two additions; nullptr: never.
  Expr apart(const Result& a, const Result& b) {
    const bool one_thread = a.from.thread && a.from.thread == b.from.thread;
    if (copies_.pairs() == PairClass::different_blocks)
      return one_thread ? nullptr : pool_.boolean(true);
    if (a.increment->drawn != b.increment->drawn) return pool_.boolean(true);
    if (!a.increment->handed_on && !b.increment->handed_on)
      return one_thread ? nullptr : pool_.boolean(true);
    if (a.from.fn == b.from.fn) { // equal applications are of one addition, others are not
      std::vector<Expr> same;
      for (std::size_t i = 0; i < a.value->args.size(); ++i)
        same.push_back(pool_.eq(a.value->args[i], b.value->args[i]));
      return pool_.logical_not(pool_.all(same));
    }
    // What one lane drew may have been handed on at both places, or be its own.
    if (!a.from.thread || !b.from.thread || one_thread) return nullptr;
    return pool_.ne(copies_.warp(*a.from.thread), copies_.warp(*b.from.thread));
  }

  void compare(const Result& a, const Result& b) {
    const Increment &x = *a.increment, &y = *b.increment;
    if (x.array != y.array || x.version != y.version || a.value->type != b.value->type ||
        !one_memory(x.array))
      return;
    Expr two = apart(a, b);
    if (!two) return;
    const auto number = [&](Expr e) { return pool_.cast(e, Type::i64()); };
    const Expr zero = pool_.constant(0, Type::i64());
    std::vector<Expr> cond{two, pool_.eq(a.offset(), b.offset())};
    for (std::size_t i = 0; i < x.depth; ++i)
      cond.push_back(pool_.eq(a.from.args[i], b.from.args[i]));
    for (const Result* r : {&a, &b})
      cond.push_back(pool_.lt(zero, number(r->number())));
    const auto below = [&](const Result& low, const Result& high) {
      return pool_.le(pool_.add(number(low.value), number(low.number())), number(high.value));
    };
    facts_.push_back(pool_.implies(pool_.all(cond), pool_.logical_or(below(a, b), below(b, a))));
  }

  const Copies& copies_;
  Pool& pool_;
  const Protocol& protocol_;
  std::vector<Result> results_;
  std::vector<Expr> facts_;
};

} // namespace

std::vector<Expr> addition_facts(const Copies& copies, const Protocol& protocol,
                                 const std::vector<Expr>& exprs) {
  if (protocol.increments.empty()) return {};
  return Additions(copies, protocol).run(exprs);
}

} // namespace heddle::protocol
