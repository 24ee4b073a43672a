// Facts about values that come from memory (theory.md section 2, "Data").
#include "core/clusters.hpp"
#include "protocol/split/split_copy.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

// Facts between every two of more values would drown the solver.
constexpr std::size_t max_related = 16;

bool reads(const Protocol& protocol, const core::Contract& contract, FunctionId fn) {
  const core::Array& array = protocol.kernel->arrays.at(contract.array);
  return std::ranges::any_of(protocol.loads, [&](const Load& load) {
    return load.fn == fn && load.array == contract.array && load.initial &&
           load.size == array.element_size;
  });
}

class ContentFacts {
public:
  ContentFacts(const Copies& copies, const Protocol& protocol)
      : copies_(copies), pool_(copies.pool()), protocol_(protocol) {}

  std::vector<Expr> run(const std::vector<Expr>& exprs) {
    for (const core::Contract& contract : protocol_.kernel->contracts) {
      const std::vector<Expr> found = contract_facts(protocol_, contract, exprs);
      facts_.insert(facts_.end(), found.begin(), found.end());
    }
    if (protocol_.increments.empty()) return std::move(facts_);
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
           core::is_of_grid(protocol_.kernel->arrays.at(array));
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

// A contract speaks of all elements; of those that are read, two at a time (a chain from one
// element to the next would need as many steps as they are apart).
std::vector<Expr> contract_facts(const Protocol& protocol, const core::Contract& contract,
                                 const std::vector<Expr>& exprs) {
  Pool& pool = *protocol.pool;
  std::vector<Expr> found, facts;
  for (Expr atom : all_atoms(exprs))
    if (atom->op == Op::apply && atom->type.is_int() && found.size() < max_related &&
        reads(protocol, contract, static_cast<FunctionId>(atom->value)))
      found.push_back(atom);
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t j = i + 1; j < found.size(); ++j) {
      Expr a = found[i], b = found[j];
      if (a->type != b->type) continue;
      Expr at_a = a->args.back(), at_b = b->args.back();
      if (contract.kind == core::Contract::Kind::distinct) {
        facts.push_back(pool.implies(pool.eq(a, b), pool.eq(at_a, at_b)));
      } else {
        facts.push_back(pool.implies(pool.le(at_a, at_b), pool.le(a, b)));
        facts.push_back(pool.implies(pool.le(at_b, at_a), pool.le(b, a)));
      }
    }
  return facts;
}

std::vector<Expr> content_facts(const Copies& copies, const Protocol& protocol,
                                const std::vector<Expr>& exprs) {
  return ContentFacts(copies, protocol).run(exprs);
}

} // namespace heddle::protocol
