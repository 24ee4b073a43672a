#include "protocol/split/few_contents.hpp"

#include <array>
#include <map>
#include <unordered_map>
#include <utility>

namespace heddle::protocol {

namespace {

using Kind = core::Contract::Kind;

constexpr std::int64_t few = 8;

class FewContents {
public:
  explicit FewContents(const core::Kernel& kernel) : kernel_(kernel), pool_(*kernel.pool) {}

  std::vector<Expr> run(const std::vector<core::Contract>& contracts) {
    for (const core::Contract& contract : contracts) {
      if (contract.kind != Kind::forall)
        between_elements(contract);
      else
        for (std::int64_t i = 0; i < few; ++i)
          for (std::int64_t j = 0; j < (contract.bound.size() > 1 ? few : 1); ++j)
            instance(contract, {i, j});
    }
    return std::move(facts_);
  }

private:
  void between_elements(const core::Contract& contract) {
    if (!has_numbers(contract.array)) return;
    for (std::int64_t i = 0; i < few; ++i)
      for (std::int64_t j = i + 1; j < few; ++j) {
        const Expr a = element(contract.array, i), b = element(contract.array, j);
        if (contract.kind == Kind::distinct)
          facts_.push_back(pool_.ne(a, b));
        else if (j == i + 1)
          facts_.push_back(pool_.le(a, b));
      }
  }

  // What it says where its integers are these; nothing where it asks for an element further on.
  void instance(const core::Contract& contract, const std::array<std::int64_t, 2>& chosen) {
    std::unordered_map<SymbolId, std::int64_t> index;
    std::unordered_map<Expr, Expr> meaning;
    for (std::size_t i = 0; i < contract.bound.size(); ++i) {
      index[contract.bound[i]] = chosen.at(i);
      meaning[pool_.symbol_ref(contract.bound[i])] = pool_.constant(chosen.at(i), Type::i64());
    }
    for (const core::Contract::Element& e : contract.elements) {
      const std::int64_t at = index.at(e.index) + e.plus;
      if (at < 0 || at >= (kernel_.arrays.at(e.array).is_scalar ? 1 : few) || !has_numbers(e.array))
        return;
      meaning[pool_.symbol_ref(e.value)] = pool_.cast(element(e.array, at), Type::i64());
    }
    facts_.push_back(pool_.substitute(contract.holds, [&](Expr leaf) -> Expr {
      const auto it = meaning.find(leaf);
      return it == meaning.end() ? nullptr : it->second;
    }));
  }

  // Of objects of classes nothing is known.
  bool has_numbers(core::ArrayId array) const {
    return kernel_.arrays.at(array).element_type.is_int();
  }
  Expr element(core::ArrayId array, std::int64_t at) {
    Expr& e = elements_[{array, at}];
    if (e) return e;
    const Type type = kernel_.arrays.at(array).element_type;
    const Interval range = type_range(type);
    e = pool_.symbol_ref(
        pool_.new_symbol({"element", type, Role::fresh, 0, range.low, range.high, {}}));
    return e;
  }

  const core::Kernel& kernel_;
  Pool& pool_;
  std::map<std::pair<core::ArrayId, std::int64_t>, Expr> elements_;
  std::vector<Expr> facts_;
};

} // namespace

std::vector<Expr> few_contents(const core::Kernel& kernel,
                               const std::vector<core::Contract>& contracts) {
  return FewContents(kernel).run(contracts);
}

} // namespace heddle::protocol
