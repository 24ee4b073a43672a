#include "check/witness/candidates.hpp"

#include <algorithm>

namespace heddle::check {

Candidates::Candidates(const Environment& env, std::vector<Expr> uniform, std::vector<Expr> used)
    : env_(env), pool_(env.pool()), uniform_(std::move(uniform)), used_(std::move(used)) {}

bool Candidates::is_open(Expr e) const {
  if (std::ranges::find(uniform_, e) == uniform_.end()) return false;
  const Interval i = interval(pool_, e);
  return !i.low || !i.high || *i.low != *i.high;
}

bool Candidates::maybe_zero(Expr e) const {
  const Interval i = interval(pool_, e);
  return !i.low || *i.low <= 0;
}

// Integer parameters that the question is about. Values of the host have no name on the command
// line.
std::vector<Candidates::Size> Candidates::sizes() const {
  std::vector<Size> found;
  for (const core::Parameter& p : env_.kernel.params) {
    if (!p.symbol) continue;
    const Expr e = pool_.symbol_ref(*p.symbol);
    const std::string& name = pool_.symbol(e).name;
    if (e->type.is_int() && !name.starts_with("host:") && is_open(e)) found.push_back({e, name});
  }
  return found;
}

std::vector<Assumption> Candidates::contracts() const {
  using Kind = core::Contract::Kind;
  std::vector<Assumption> found;
  for (core::ArrayId a = 0; a < env_.kernel.arrays.size(); ++a) {
    if (!env_.kernel.arrays[a].is_parameter) continue;
    for (Kind kind : {Kind::distinct, Kind::monotone}) {
      auto facts = protocol::contract_facts(env_.protocol, {kind, a}, used_);
      if (!facts.empty())
        found.push_back({(kind == Kind::distinct ? "distinct(" : "monotone(") +
                             env_.kernel.arrays[a].name + ")",
                         std::move(facts)});
    }
  }
  return found;
}

std::vector<Assumption> Candidates::positive() const {
  std::vector<Assumption> found;
  Assumption all;
  for (const auto& [e, name] : sizes()) {
    if (!maybe_zero(e)) continue;
    found.push_back({name + " > 0", {pool_.gt(e, pool_.constant(0, e->type))}});
    all.text += (all.text.empty() ? "" : " && ") + found.back().text;
    all.facts.push_back(found.back().facts.front());
  }
  if (found.size() > 1) found.push_back(std::move(all));
  return found;
}

std::vector<Assumption> Candidates::relations() const {
  std::vector<Assumption> found;
  const Expr width = pool_.symbol_ref(env_.kernel.block_dim[0]);
  if (!is_open(width)) return found;
  for (const auto& [e, name] : sizes()) {
    const Expr size = pool_.cast(width, e->type);
    found.push_back({name + " >= blockDim.x", {pool_.ge(e, size)}});
    found.push_back({name + " <= blockDim.x", {pool_.le(e, size)}});
  }
  found.push_back({"blockDim.x <= 32", {pool_.le(width, pool_.constant(32, width->type))}});
  return found;
}

std::vector<Assumption> Candidates::orders() const {
  std::vector<Assumption> found;
  const std::vector<Size> all = sizes();
  for (const auto& [e, name] : all)
    for (const auto& [other, other_name] : all)
      if (e != other && e->type == other->type)
        found.push_back({name + " >= " + other_name, {pool_.ge(e, other)}});
  return found;
}

std::vector<Assumption> Candidates::covers() const {
  std::vector<Assumption> found;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const Expr blocks = pool_.symbol_ref(env_.kernel.grid_dim[axis]);
    const Expr width = pool_.symbol_ref(env_.kernel.block_dim[axis]);
    if (!is_open(blocks)) continue;
    const std::string dim(1, "xy"[axis]);
    for (const auto& [e, name] : sizes()) {
      const Expr threads = pool_.mul(pool_.cast(blocks, e->type), pool_.cast(width, e->type));
      found.push_back({name + " == gridDim." + dim + " * blockDim." + dim, {pool_.eq(e, threads)}});
    }
  }
  return found;
}

std::vector<Assumption> Candidates::dimensions() const {
  std::vector<Assumption> found;
  const Expr width = pool_.symbol_ref(env_.kernel.block_dim[0]);
  if (is_open(width))
    found.push_back({"blockDim.x % 32 == 0",
                     {pool_.eq(pool_.rem(width, pool_.constant(32, width->type)),
                               pool_.constant(0, width->type))}});
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const Expr blocks = pool_.symbol_ref(env_.kernel.grid_dim[axis]);
    if (is_open(blocks))
      found.push_back({std::string("gridDim.") + "xy"[axis] + " == 1",
                       {pool_.eq(blocks, pool_.constant(1, blocks->type))}});
  }
  return found;
}

std::vector<std::vector<Assumption>> Candidates::multiples() const {
  std::vector<std::vector<Assumption>> found;
  for (const auto& [e, name] : sizes())
    for (const bool positive : {false, true}) {
      if (positive && !maybe_zero(e)) continue;
      found.emplace_back();
      const Expr zero = pool_.constant(0, e->type);
      for (std::int64_t m = 1024; m >= 2; m /= 2) {
        Assumption a{name + " % " + std::to_string(m) + " == 0",
                     {pool_.eq(pool_.rem(e, pool_.constant(m, e->type)), zero)}};
        if (positive) {
          a.text += " && " + name + " > 0";
          a.facts.push_back(pool_.gt(e, zero));
        }
        found.back().push_back(std::move(a));
      }
    }
  return found;
}

} // namespace heddle::check
