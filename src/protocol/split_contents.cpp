// Facts about values that come from memory (theory.md section 2, "Data").
#include "protocol/split_copy.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

// Facts between every two of more values would drown the solver.
constexpr std::size_t max_related = 24;

class ContentFacts {
public:
  ContentFacts(const Copies& copies, const Protocol& protocol)
      : copies_(copies), pool_(copies.pool()), protocol_(protocol) {}

  std::vector<Expr> run(const std::vector<Expr>& exprs) {
    if (protocol_.increments.empty()) return {};
    for (Expr atom : all_atoms(exprs))
      if (atom->op == Op::apply) add(atom);
    for (std::size_t i = 0; i < results_.size(); ++i)
      for (std::size_t j = i + 1; j < results_.size(); ++j)
        differ(results_[i], results_[j]);
    return std::move(facts_);
  }

private:
  struct Result {
    Expr value;
    const Increment* increment;
    std::size_t thread;
  };

  void add(Expr atom) {
    const auto origin = copies_.origin(static_cast<FunctionId>(atom->value));
    const auto found = std::ranges::find(protocol_.increments, origin.fn, &Increment::fn);
    if (found == protocol_.increments.end() || !origin.thread) return;
    if (results_.size() < max_related) results_.push_back({atom, &*found, *origin.thread});
  }

  bool one_memory(ArrayId array) const {
    return copies_.pairs() != PairClass::different_blocks ||
           protocol_.kernel->arrays.at(array).space == core::Space::global;
  }

  // Two threads' increments of one element, with nothing but increments between them.
  void differ(const Result& a, const Result& b) {
    const Increment &x = *a.increment, &y = *b.increment;
    if (a.thread == b.thread || x.array != y.array || x.version != y.version ||
        a.value->type != b.value->type || !one_memory(x.array))
      return;
    std::vector<Expr> same{pool_.eq(a.value->args.back(), b.value->args.back())};
    for (std::size_t i = 0; i < x.depth; ++i)
      same.push_back(pool_.eq(a.value->args[i], b.value->args[i]));
    facts_.push_back(pool_.implies(pool_.all(same), pool_.ne(a.value, b.value)));
  }

  const Copies& copies_;
  Pool& pool_;
  const Protocol& protocol_;
  std::vector<Result> results_;
  std::vector<Expr> facts_;
};

} // namespace

std::vector<Expr> content_facts(const Copies& copies, const Protocol& protocol,
                                const std::vector<Expr>& exprs) {
  return ContentFacts(copies, protocol).run(exprs);
}

} // namespace heddle::protocol
