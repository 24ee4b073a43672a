#include "check/explain.hpp"

#include "check/witness.hpp"

#include <algorithm>

namespace heddle::check {

namespace {

// A hint is not worth a long search.
constexpr double seconds_per_try = 0.3, seconds_in_all = 1.5;
constexpr std::size_t max_tries = 12;

class Explainer {
public:
  Explainer(const Environment& env, const protocol::Trace& trace, const Pair& pair)
      : env_(env), pool_(env.pool()), trace_(trace), pair_(pair) {
    used_ = trace.facts;
    used_.push_back(pair.race);
  }

  void run(Finding& finding) {
    finding.control_dependent = approximated({pair_.a->guard, pair_.b->guard});
    finding.data_dependent =
        approximated({pair_.a->offset, pair_.b->offset}) ||
        (pair_.compares_values && approximated({pair_.a->value, pair_.b->value}));
    std::vector<Assumption> all = contracts();
    for (Assumption& c : sizes())
      all.push_back(std::move(c));
    if (all.size() > max_tries) all.resize(max_tries);
    for (const Assumption& candidate : all) {
      if (spent_ > seconds_in_all) return;
      if (rules_out(candidate)) {
        finding.suggestion = candidate.text;
        return;
      }
    }
  }

private:
  bool approximated(const std::vector<Expr>& exprs) const {
    return std::ranges::any_of(exprs, [&](Expr e) {
      return e && std::ranges::any_of(atoms(e), [&](Expr a) { return approximate(env_, a); });
    });
  }

  std::vector<Assumption> contracts() const {
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

  // Relations between sizes that kernels rely on.
  std::vector<Assumption> sizes() const {
    std::vector<Assumption> found;
    const Expr width = pool_.symbol_ref(env_.kernel.block_dim[0]);
    const bool open = std::ranges::find(trace_.uniform, width) != trace_.uniform.end();
    const auto add = [&](Expr fact, const std::string& text) { found.push_back({text, {fact}}); };
    for (const core::Parameter& p : env_.kernel.params) {
      if (!p.symbol) continue;
      const Expr e = pool_.symbol_ref(*p.symbol);
      if (!e->type.is_int() || std::ranges::find(trace_.uniform, e) == trace_.uniform.end())
        continue;
      const std::string& name = pool_.symbol(e).name;
      const Expr zero = pool_.constant(0, e->type);
      add(pool_.gt(e, zero), name + " > 0");
      if (!open) continue;
      const Expr size = pool_.cast(width, e->type);
      add(pool_.ge(e, size), name + " >= blockDim.x");
      add(pool_.le(e, size), name + " <= blockDim.x");
    }
    if (open) add(pool_.le(width, pool_.constant(32, width->type)), "blockDim.x <= 32");
    const Expr blocks = pool_.symbol_ref(env_.kernel.grid_dim[0]);
    if (std::ranges::find(trace_.uniform, blocks) != trace_.uniform.end())
      add(pool_.eq(blocks, pool_.constant(1, blocks->type)), "gridDim.x == 1");
    return found;
  }

  bool rules_out(const Assumption& candidate) {
    smt::Query query{trace_.name + ".hint", trace_.facts, trace_.uniform};
    query.assertions.insert(query.assertions.end(), candidate.facts.begin(), candidate.facts.end());
    smt::Limits limits = env_.limits();
    limits.seconds = std::min(limits.seconds, seconds_per_try);
    const smt::Answer possible = smt::solve(pool_, query, limits);
    spent_ += possible.seconds;
    if (possible.status != smt::Status::sat) return false;
    query.assertions.push_back(pair_.race);
    const smt::Answer race = smt::solve(pool_, query, limits);
    spent_ += race.seconds;
    return race.status == smt::Status::unsat;
  }

  const Environment& env_;
  Pool& pool_;
  const protocol::Trace& trace_;
  const Pair& pair_;
  std::vector<Expr> used_;
  double spent_ = 0; // seconds
};

} // namespace

Assumption positive_sizes(const Environment& env, const std::vector<Expr>& uniform) {
  Pool& pool = env.pool();
  Assumption all;
  for (const core::Parameter& p : env.kernel.params) {
    if (!p.symbol) continue;
    const Expr e = pool.symbol_ref(*p.symbol);
    if (!e->type.is_int() || std::ranges::find(uniform, e) == uniform.end()) continue;
    if (const Interval i = interval(pool, e); i.low && *i.low > 0) continue;
    all.facts.push_back(pool.gt(e, pool.constant(0, e->type)));
    all.text += (all.text.empty() ? "" : " && ") + pool.symbol(e).name + " > 0";
  }
  return all;
}

void explain(const Environment& env, const protocol::Trace& trace, const Pair& pair,
             Finding& finding) {
  Explainer(env, trace, pair).run(finding);
}

} // namespace heddle::check
