#include "smt/portfolio.hpp"

#include "smt/eval.hpp"

#include <algorithm>
#include <unordered_set>

namespace heddle::smt {

namespace {

constexpr double small_slice = 0.3; // seconds for a model with small sizes

std::vector<Expr> all_atoms(const std::vector<Expr>& assertions) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> work = assertions, found;
  while (!work.empty()) {
    Expr e = work.back();
    work.pop_back();
    if (!seen.insert(e).second) continue;
    if (e->op == Op::symbol || e->op == Op::apply) found.push_back(e);
    work.insert(work.end(), e->args.begin(), e->args.end());
  }
  std::ranges::sort(found, {}, [](Expr e) { return e->id; });
  return found;
}

} // namespace

std::vector<FormId> bounded(Problem& problem, const std::vector<VarId>& vars, Wide level) {
  std::vector<FormId> fs;
  for (VarId v : vars) {
    const Bounds b = problem.var(v).bounds;
    if (b.at_most(level) || b.at_least(level + 1)) continue;
    fs.push_back(problem.at_most_zero(problem.of_var(v) - Poly(level)));
    if (!b.at_least(-level)) fs.push_back(problem.at_most_zero(Poly(-level) - problem.of_var(v)));
  }
  return fs;
}

Encoding::Encoding(Pool& pool, const std::vector<Expr>& assertions,
                   const std::vector<Expr>& uniform, const std::vector<Expr>& atoms,
                   Simplified& simplified)
    : normaliser(pool, problem) {
  for (Expr e : uniform)
    normaliser.uniform.push_back(simplified.image(pool, e));
  std::ranges::sort(normaliser.uniform, {}, [](Expr e) { return e->id; });
  normaliser.assert_all(assertions);
  for (Expr a : atoms) {
    Expr image = simplified.image(pool, a);
    if (image->type.is_bool())
      watched.emplace_back(a, normaliser.boolean(image));
    else
      watched.emplace_back(a, normaliser.integer(image).poly);
  }
}

void Encoding::load(Session& session) const {
  session.add_roots();
  for (const auto& [original, value] : watched)
    std::visit([&](const auto& v) { session.watch(original, v); }, value);
}

Portfolio::Portfolio(Pool& pool, const Query& query, const Limits& limits)
    : pool_(pool), query_(query), limits_(limits), deadline_(limits.seconds) {
  check_size(query.assertions);
  simplified_ = simplify(pool, query.assertions);
  atoms_ = all_atoms(query.assertions);
  uniform_ = query.uniform;
}

Answer Portfolio::run() {
  if (!decide()) {
    answer_.status = Status::unknown;
    answer_.reason = trouble_.empty() ? "incomplete (no attempt decided)" : trouble_;
    if (deadline_.left() <= 0 && trouble_.find("memory") == std::string::npos) {
      char text[48];
      std::snprintf(text, sizeof text, "timeout after %.3g s", limits_.seconds);
      answer_.reason = text;
    }
  }
  return std::move(answer_);
}

bool Portfolio::conclude(Status status, const std::string& method) {
  answer_.status = status;
  answer_.method = method;
  return true;
}

Status Portfolio::check(Session& session, double seconds, const std::vector<FormId>& given) {
  ++answer_.solver_calls;
  const Status s = session.check(slice(seconds), given);
  if (s == Status::unknown) trouble_ = session.reason();
  return s;
}

bool Portfolio::accept(Session& session) {
  Model m;
  try {
    m = session.model();
  } catch (const TooLarge& e) {
    trouble_ = e.reason;
    return false;
  }
  const std::string wrong = check_model(pool_, m, query_.assertions);
  if (!wrong.empty()) {
    trouble_ = "model check failed (" + wrong + ")";
    return false;
  }
  answer_.model = std::move(m);
  return true;
}

// A division by zero may have any value for the solver, and 0 for the evaluator.
bool Portfolio::accept_or_avoid_zero(Session& session) {
  if (accept(session)) return true;
  if (!session.fix_zero_quotients()) return false;
  const Status s = check(session, value_slice);
  if (s == Status::unsat) trouble_ = "depends on the result of a division by zero";
  return s == Status::sat && accept(session);
}

bool Portfolio::decide() {
  if (simplified_.assertions == std::vector{pool_.boolean(false)})
    return conclude(Status::unsat, "trivial");
  Encoding encoding(pool_, simplified_.assertions, uniform_, atoms_, simplified_);
  if (encoding.refuted()) return conclude(Status::unsat, "bounds");
  Session session(pool_, encoding.problem, limits_, Emitter::Products::opaque);
  encoding.load(session);
  if (!session.is_abstract()) return linear(session, encoding.problem);
  if (opaque(session, encoding)) return true;
  return real_products(encoding);
}

// Exact: both answers count. A model with small sizes is preferred, then the first found.
bool Portfolio::linear(Session& session, Problem& problem) {
  const Status s = check(session, deadline_.left());
  if (s == Status::unsat) return conclude(s, "linear");
  if (s != Status::sat) return false;
  bool found = accept_or_avoid_zero(session);
  std::vector<VarId> sizes;
  for (VarId v = 0; v < problem.var_count(); ++v)
    if (problem.var(v).uniform && problem.var(v).origin && !problem.var(v).origin->type.is_opaque())
      sizes.push_back(v);
  for (Wide level : size_levels) {
    const std::vector<FormId> small = bounded(problem, sizes, level);
    if (small.empty()) break;
    if (check(session, small_slice, small) == Status::sat && accept(session)) {
      found = true;
      break;
    }
  }
  return found && conclude(Status::sat, "linear");
}

std::string Portfolio::first_text() {
  if (simplified_.assertions == std::vector{pool_.boolean(false)})
    return "(assert false)\n(check-sat)\n";
  Encoding encoding(pool_, simplified_.assertions, uniform_, atoms_, simplified_);
  Session session(pool_, encoding.problem, limits_, Emitter::Products::opaque);
  encoding.load(session);
  return session.text();
}

} // namespace heddle::smt
