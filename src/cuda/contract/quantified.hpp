// forall: which of its forms core can state.
#pragma once
#include "cuda/contract/resolve.hpp"

#include <optional>
#include <string_view>

namespace heddle::contract {

// A statement of all elements of arrays, made piece by piece.
class ForallBuilder {
public:
  static constexpr std::size_t most_bound = 2;
  explicit ForallBuilder(Pool& pool) : pool_(pool) { made_.kind = core::Contract::Kind::forall; }

  Expr bind(const std::string& name);
  Expr bound(const std::string& name) const; // nullptr: it is none
  // The element at `index`: a bound integer, plus or minus a constant; nullptr for others.
  Expr element(core::ArrayId array, Expr index);
  bool is_full() const { return made_.bound.size() == most_bound; }
  bool binds(Expr e) const; // does `e` depend on a bound integer?
  // The contract; std::nullopt: a bound integer is no index.
  std::optional<core::Contract> finish(Expr holds);
  // Binds in another statement what is bound here, where that speaks of it; false: too much is.
  bool add_to(core::Contract& other) const;

private:
  Pool& pool_;
  core::Contract made_;
};

// What is said of arrays by a name: arrays first, then numbers of 64 bits.
struct ArrayForm {
  std::string_view name;
  std::size_t arrays, args;
  const char* takes;
  std::vector<core::Contract> (*state)(Pool&, const std::vector<core::ArrayId>&,
                                       const std::vector<Expr>&);
};
// distinct, monotone, sorted, range, permutation, scan; nullptr: there is none of this name.
const ArrayForm* array_form(std::string_view name);

// distinct and monotone, said with forall; none for other forms.
std::variant<std::vector<core::Contract>, NotUnderstood>
quantified(const Formula& formula, NodeId node, const Lookup& lookup);
// The path of a name with members, as Lookup has it; std::nullopt: it is none, or has indices.
std::optional<std::string> plain_path(const Formula& formula, NodeId node);

NotUnderstood unnamed(const std::string& path, const NoName& why, std::uint32_t column);

} // namespace heddle::contract
