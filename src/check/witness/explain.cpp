#include "check/witness/explain.hpp"

#include "check/witness/candidates.hpp"
#include "check/witness/witness.hpp"

#include <algorithm>

namespace heddle::check {

namespace {

// A hint is not worth a long search: of one finding, and of all findings of a kernel.
constexpr double seconds_per_try = 0.2, seconds_in_all = 1, seconds_of_kernel = 2;
// Where the solver has little time for a question, a hint gets no more than this part of it.
constexpr double share_per_try = 0.1, share_in_all = 0.4, share_of_kernel = 0.8;

class Explainer {
public:
  Explainer(const Environment& env, const std::string& name, const std::vector<Expr>& facts,
            const std::vector<Expr>& uniform, Expr broken, const smt::Model& model)
      : env_(env), facts_{name + ".hint", facts, uniform}, broken_(broken), models_{model} {}

  // The parameters whose elements at the launch `exprs` mention.
  void contents(const std::vector<Expr>& exprs, Finding& finding) const {
    for (Expr e : exprs)
      for (Expr atom : atoms(e)) {
        if (atom->op != Op::apply) continue;
        const protocol::Load* load = protocol::find_load(env_.protocol, atom);
        if (!load || !load->initial) continue;
        const core::Array& array = env_.kernel.arrays.at(load->array);
        if (array.is_parameter &&
            std::ranges::find(finding.contents, array.name) == finding.contents.end())
          finding.contents.push_back(array.name);
      }
  }

  void suggest(Finding& finding) {
    std::vector<Expr> used = facts_.assertions;
    used.push_back(broken_);
    const Candidates candidates(env_, facts_.uniform, used);
    // Each list has stronger assumptions before weaker ones.
    std::vector<std::vector<Assumption>> lists;
    const auto add = [&](std::vector<Assumption> some) {
      for (Assumption& a : some)
        lists.push_back({std::move(a)});
    };
    add(candidates.contracts());
    add(candidates.positive());
    if (finding.status == FindingStatus::possible) add(candidates.relations());
    for (std::vector<Assumption>& multiples : candidates.multiples())
      lists.push_back(std::move(multiples));
    add(candidates.orders());
    add(candidates.covers());
    add(candidates.dimensions());
    if (again(lists, finding)) return;
    for (const std::vector<Assumption>& list : lists) {
      if (!accept(list.front(), finding)) continue;
      std::find_if(list.rbegin(), list.rend() - 1,
                   [&](const Assumption& weaker) { return accept(weaker, finding); });
      return env_.hints.add(finding.suggestion);
    }
  }

private:
  // What ruled another finding of the kernel out often does so again.
  bool again(const std::vector<std::vector<Assumption>>& lists, Finding& finding) {
    const std::vector<std::string> known = env_.hints.all();
    for (const std::vector<Assumption>& list : lists)
      for (const Assumption& a : list)
        if (std::ranges::find(known, a.text) != known.end() && accept(a, finding)) return true;
    return false;
  }

  bool accept(const Assumption& candidate, Finding& finding) {
    if (is_shown_useless(candidate)) return false;
    const double whole = env_.ctx.options.timeout_seconds;
    if (spent_ > std::min(seconds_in_all, share_in_all * whole) ||
        env_.hints.seconds > std::min(seconds_of_kernel, share_of_kernel * whole))
      return false;
    if (!rules_out(candidate)) return false;
    finding.suggestion = candidate.text;
    return true;
  }

  // Does a model with the violation satisfy it? Most candidates need no question then. What a model
  // says nothing of might have no value that fits.
  bool is_shown_useless(const Assumption& candidate) const {
    const auto holds = [&](const smt::Model& model, Expr fact) {
      return std::ranges::all_of(atoms(fact), [&](Expr a) { return model.values.contains(a); }) &&
             model.eval(env_.pool(), fact) != 0;
    };
    return std::ranges::any_of(models_, [&](const smt::Model& model) {
      return std::ranges::all_of(candidate.facts, [&](Expr f) { return holds(model, f); });
    });
  }

  bool rules_out(const Assumption& candidate) {
    smt::Query query = facts_;
    query.assertions.insert(query.assertions.end(), candidate.facts.begin(), candidate.facts.end());
    query.assertions.push_back(broken_);
    smt::Answer answer = ask(query);
    if (answer.status == smt::Status::sat) models_.push_back(std::move(answer.model));
    if (answer.status != smt::Status::unsat) return false;
    query.assertions.pop_back();
    return ask(query).status == smt::Status::sat;
  }

  smt::Answer ask(const smt::Query& query) {
    smt::Limits limits = env_.limits();
    limits.seconds = std::min(
        {limits.seconds, seconds_per_try, share_per_try * env_.ctx.options.timeout_seconds});
    limits.any_model = true;
    smt::Answer answer = smt::solve(env_.pool(), query, limits);
    env_.statistics.answer(answer);
    spent_ += answer.seconds;
    env_.hints.seconds += answer.seconds;
    return answer;
  }

  const Environment& env_;
  const smt::Query facts_;
  const Expr broken_;
  std::vector<smt::Model> models_; // with the violation
  double spent_ = 0;               // seconds
};

bool approximated(const Environment& env, const std::vector<Expr>& exprs) {
  return std::ranges::any_of(exprs, [&](Expr e) {
    return e && std::ranges::any_of(atoms(e), [&](Expr a) { return approximate(env, a); });
  });
}

} // namespace

Assumption positive_sizes(const Environment& env, const std::vector<Expr>& uniform) {
  const std::vector<Assumption> positive = Candidates(env, uniform, {}).positive();
  return positive.empty() ? Assumption{} : positive.back();
}

unsigned prefer_positive_sizes(const Environment& env, smt::Query query, smt::Answer& answer) {
  const Assumption positive = positive_sizes(env, query.uniform);
  if (answer.model.eval(env.pool(), env.pool().all(positive.facts)) != 0) return 0;
  query.assertions.insert(query.assertions.end(), positive.facts.begin(), positive.facts.end());
  smt::Answer other = env.solve(query, env.limits());
  const unsigned calls = other.solver_calls;
  if (other.status == smt::Status::sat) answer = std::move(other);
  return calls;
}

void explain(const Environment& env, const protocol::Trace& trace, const Pair& pair,
             Expr Pair::*question, const smt::Model& model, Finding& finding) {
  Explainer explainer(env, trace.name, trace.facts, trace.uniform, pair.*question, model);
  if (finding.status == FindingStatus::possible) {
    finding.control_dependent = approximated(env, {pair.a->guard, pair.b->guard});
    finding.data_dependent =
        approximated(env, {pair.a->offset, pair.b->offset}) ||
        (pair.compares_values && approximated(env, {pair.a->value, pair.b->value}));
  }
  explainer.contents({pair.a->guard, pair.b->guard, pair.a->offset, pair.b->offset}, finding);
  explainer.suggest(finding);
}

void explain(const Environment& env, const protocol::Obligation& obligation,
             const smt::Model& model, Finding& finding) {
  Explainer explainer(env, obligation.name, obligation.facts, obligation.uniform,
                      obligation.violation, model);
  explainer.contents({obligation.violation}, finding);
  explainer.suggest(finding);
}

} // namespace heddle::check
