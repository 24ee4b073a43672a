#include "smt/eval.hpp"

#include "smt/normal/normalise.hpp"
#include "smt/normal/operators.hpp"

#include <map>

namespace heddle::smt {

Wide Evaluator::atom(Expr e) const {
  auto it = model_.values.find(e);
  if (it == model_.values.end()) return 0;
  return e->type == Type::u64() ? static_cast<Wide>(static_cast<std::uint64_t>(it->second))
                                : static_cast<Wide>(it->second);
}

// Post-order with a stack of its own: expressions may be deep.
Wide Evaluator::eval(Expr root) {
  std::vector<Expr> work{root};
  while (!work.empty()) {
    Expr e = work.back();
    if (memo_.contains(e)) {
      work.pop_back();
      continue;
    }
    const std::size_t before = work.size();
    for (Expr a : e->args)
      if (!memo_.contains(a)) work.push_back(a);
    if (work.size() != before) continue;
    work.pop_back();
    memo_.emplace(e, compute(e));
  }
  return memo_.at(root);
}

Wide Evaluator::compute(Expr e) {
  if (e->op == Op::symbol || e->op == Op::apply) return atom(e);
  args_.clear();
  for (Expr a : e->args)
    args_.push_back(memo_.at(a));
  return value_of_operator(e, args_);
}

std::int64_t Model::eval(const Pool& pool, Expr e) const {
  try {
    return static_cast<std::int64_t>(Evaluator(pool, *this).eval(e));
  } catch (const TooLarge&) {
    return 0;
  }
}

std::string check_model(const Pool& pool, const Model& model, const std::vector<Expr>& assertions) {
  Evaluator evaluator(pool, model);
  auto in_range = [&](Expr a, const auto& declared) {
    const Wide v = evaluator.eval(a);
    return type_bounds(a->type).contains(v) && (!declared.low || v >= *declared.low) &&
           (!declared.high || v <= *declared.high);
  };
  std::map<std::pair<FunctionId, std::vector<Wide>>, Wide> calls;
  try {
    for (Expr assertion : assertions) {
      for (Expr a : atoms(assertion)) {
        const bool ranged =
            a->op == Op::symbol ? in_range(a, pool.symbol(a)) : in_range(a, pool.function(a));
        if (!ranged) return "value out of range: " + to_string(pool, a);
        if (a->op != Op::apply) continue;
        std::pair<FunctionId, std::vector<Wide>> call{static_cast<FunctionId>(a->value), {}};
        for (Expr x : a->args)
          call.second.push_back(evaluator.eval(x));
        const auto [it, inserted] = calls.try_emplace(std::move(call), evaluator.eval(a));
        if (it->second != evaluator.eval(a)) return "not a function: " + to_string(pool, a);
      }
      if (!evaluator.eval(assertion)) return "does not hold: " + to_string(pool, assertion);
    }
  } catch (const TooLarge& e) {
    return e.reason;
  }
  return "";
}

} // namespace heddle::smt
