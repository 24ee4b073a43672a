#include "check/witness/explain.hpp"

#include "check/witness/candidates.hpp"
#include "check/witness/suggest.hpp"
#include "check/witness/witness.hpp"

#include <algorithm>

namespace heddle::check {

namespace {

// Of the time for a query: for a witness whose sizes are all positive. Of 320 that were found in
// public code one took longer.
constexpr double positive_share = 0.25;

bool holds(const Environment& env, const Assumption& assumption, const smt::Model& model) {
  return model.eval(env.pool(), env.pool().all(assumption.facts)) != 0;
}

// The parameters whose elements at the launch `exprs` mention.
void tell_contents(const Environment& env, const std::vector<Expr>& exprs, Finding& finding) {
  for (Expr e : exprs)
    for (Expr atom : atoms(e)) {
      if (atom->op != Op::apply) continue;
      const protocol::Load* load = protocol::find_load(env.protocol, atom);
      if (!load || !load->initial) continue;
      const core::Array& array = env.kernel.arrays.at(load->array);
      if (array.is_parameter &&
          std::ranges::find(finding.contents, array.name) == finding.contents.end())
        finding.contents.push_back(array.name);
    }
}

bool approximated(const Environment& env, const std::vector<Expr>& exprs) {
  return std::ranges::any_of(exprs, [&](Expr e) {
    return e && std::ranges::any_of(atoms(e), [&](Expr a) { return approximate(env, a); });
  });
}

// What the cell of the access holds before; perhaps where it is not what is known to be stored
// there.
bool is_held(const Environment& env, const protocol::TraceAccess& access, Expr e) {
  e = below_casts(e);
  if (e->op == Op::ite) return is_held(env, access, e->args[1]) || is_held(env, access, e->args[2]);
  const protocol::Load* load = e->op == Op::apply ? protocol::find_load(env.protocol, e) : nullptr;
  return load && load->array == access.access->array && e->args.back() == access.offset;
}

// A cell gets what it held and a constant: `bins[x]++`.
bool counts(const Environment& env, const protocol::TraceAccess& access) {
  const Expr sum = access.value ? below_casts(access.value) : nullptr;
  const bool is_sum = sum && (sum->op == Op::add || sum->op == Op::sub ||
                              (sum->op == Op::apply && env.pool().function(sum).name == "fadd"));
  if (!is_sum || sum->args.size() != 2) return false;
  const auto is_constant = [](Expr e) {
    return constant_value(e) || (e->op == Op::apply && e->args.empty()); // of floating-point
  };
  const Expr a = sum->args[0], b = sum->args[1];
  return (is_held(env, access, a) && is_constant(below_casts(b))) ||
         (is_constant(below_casts(a)) && is_held(env, access, b));
}

bool writes(const protocol::TraceAccess& access) {
  return access.access->kind == protocol::AccessKind::write;
}

// Both accesses happen. Where this pair meets because a loop with barriers has no iteration, they
// do on either side of the loop as well.
Expr happens(Pool& pool, const protocol::Trace& trace, const Pair& pair) {
  const Expr both = pool.logical_and(pair.a->beside, pair.b->beside);
  return trace.beside ? pool.logical_and(both, trace.beside) : both;
}

} // namespace

Assumption positive_sizes(const Environment& env, const std::vector<Expr>& uniform) {
  Pool& pool = env.pool();
  Assumption all;
  const Candidates candidates(env, uniform, {});
  for (const Candidates::Size& size : candidates.sizes()) {
    const Interval range = interval(pool, size.e);
    if (range.low && *range.low > 0) continue;
    all.text += (all.text.empty() ? "" : " && ") + size.name + " > 0";
    all.facts.push_back(pool.gt(size.e, pool.constant(0, size.e->type)));
  }
  return all;
}

bool are_positive(const Environment& env, const std::vector<Expr>& uniform,
                  const smt::Model& model) {
  return holds(env, positive_sizes(env, uniform), model);
}

unsigned prefer_positive_sizes(const Environment& env, smt::Query query, smt::Answer& answer) {
  const Assumption positive = positive_sizes(env, query.uniform);
  if (holds(env, positive, answer.model)) return 0;
  query.assertions.insert(query.assertions.end(), positive.facts.begin(), positive.facts.end());
  smt::Limits limits = env.limits();
  limits.seconds *= positive_share;
  smt::Answer other = env.solve(query, limits);
  const unsigned calls = other.solver_calls;
  if (other.status == smt::Status::sat) answer = std::move(other);
  return calls;
}

namespace {

Asked asked_of(const Environment& env, const protocol::Trace& trace, const Pair& pair,
               Expr Pair::*broken, const smt::Model& model, const Finding& finding) {
  return {trace.name,
          env.kernel.arrays.at(pair.a->access->array).name,
          trace.facts,
          trace.uniform,
          pair.*broken,
          happens(env.pool(), trace, pair),
          trace.between,
          {trace.threads[0].block, trace.threads[1].block},
          {trace.threads[0].thread, trace.threads[1].thread},
          &model,
          finding.status == FindingStatus::confirmed,
          {pair.a->offset, pair.b->offset},
          counts(env, *pair.a) || counts(env, *pair.b),
          writes(*pair.a) && writes(*pair.b)};
}

} // namespace

void explain_quickly(const Environment& env, const protocol::Trace& trace, const Pair& pair,
                     const smt::Model& model, Finding& finding) {
  finding.suggestion =
      suggest_quickly(env, asked_of(env, trace, pair, &Pair::meet, model, finding));
}

void explain(const Environment& env, const protocol::Trace& trace, const Pair& pair,
             Expr Pair::*question, const smt::Model& model, Finding& finding) {
  if (finding.status == FindingStatus::possible) {
    finding.control_dependent = approximated(env, {pair.a->guard, pair.b->guard});
    finding.data_dependent =
        approximated(env, {pair.a->offset, pair.b->offset}) ||
        (pair.compares_values && approximated(env, {pair.a->value, pair.b->value}));
  }
  tell_contents(env, {pair.a->guard, pair.b->guard, pair.a->offset, pair.b->offset}, finding);
  if (pair.compares_values && question == &Pair::race)
    tell_contents(env, {pair.a->value, pair.b->value}, finding);
  // What keeps them apart is easier to show than that they store the same, and mostly the answer.
  Expr Pair::*broken = pair.compares_values && question == &Pair::race ? &Pair::meet : question;
  Asked asked = asked_of(env, trace, pair, broken, model, finding);
  finding.suggestion = suggest(env, asked);
  // Where sizes are what nobody passes, perhaps equal values meet for others.
  if (!finding.suggestion.empty() || broken == question || are_positive(env, trace.uniform, model))
    return;
  asked.broken = pair.*question;
  finding.suggestion = suggest(env, asked);
}

void explain(const Environment& env, const protocol::Obligation& obligation,
             const smt::Model& model, Finding& finding) {
  tell_contents(env, {obligation.violation}, finding);
  finding.suggestion = suggest(env, {obligation.name,
                                     env.ctx.files.describe(obligation.loc),
                                     obligation.facts,
                                     obligation.uniform,
                                     obligation.violation,
                                     obligation.reached,
                                     nullptr,
                                     {obligation.threads[0].block},
                                     {},
                                     &model,
                                     finding.status == FindingStatus::confirmed});
}

} // namespace heddle::check
