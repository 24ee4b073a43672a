// forall: which of its forms core can state.
#pragma once
#include "cuda/contract/resolve.hpp"

#include <optional>

namespace heddle::contract {

// A statement of all elements of arrays, made piece by piece.
class ForallBuilder {
public:
  explicit ForallBuilder(Pool& pool) : pool_(pool) { made_.kind = core::Contract::Kind::forall; }

  Expr bind(const std::string& name);
  Expr bound(const std::string& name) const; // nullptr: it is none
  // The element at `index`: a bound integer, plus or minus a constant; nullptr for others.
  Expr element(core::ArrayId array, Expr index);
  bool binds(Expr e) const; // does `e` depend on a bound integer?
  // The contract; std::nullopt: a bound integer is no index.
  std::optional<core::Contract> finish(Expr holds);

private:
  Pool& pool_;
  core::Contract made_;
};

// lo <= a[i] < hi
core::Contract range_of(Pool& pool, core::ArrayId a, Expr low, Expr high);
// a[0], .., a[n - 1] are 0, .., n - 1 in some order
std::vector<core::Contract> permutation_of(Pool& pool, core::ArrayId a, Expr n);
// S is the exclusive scan of O, from any first value on; O has no negative element
std::vector<core::Contract> scan_of(Pool& pool, core::ArrayId s, core::ArrayId o);

// distinct and monotone, said with forall; none for other forms.
std::variant<std::vector<core::Contract>, NotUnderstood>
quantified(const Formula& formula, NodeId node, const Lookup& lookup);
// The path of a name with members, as Lookup has it; std::nullopt: it is none, or has indices.
std::optional<std::string> plain_path(const Formula& formula, NodeId node);

NotUnderstood unnamed(const std::string& path, const NoName& why, std::uint32_t column);

} // namespace heddle::contract
