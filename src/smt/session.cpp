#include "smt/session.hpp"

#include <algorithm>

namespace heddle::smt {

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

Session::Session(const Pool& pool, Encoding& encoding, const Limits& limits,
                 Emitter::Products products)
    : Backend(limits, products == Emitter::Products::real ? Tactic::products : Tactic::core),
      encoding_(encoding), emitter_(context_, pool, encoding.problem, products) {
  std::vector<FormId> forms = encoding.problem.roots;
  std::vector<Poly> values;
  for (const auto& [original, value] : encoding.watched)
    if (const auto* poly = std::get_if<Poly>(&value))
      values.push_back(*poly);
    else
      forms.push_back(std::get<FormId>(value));
  // In order of creation, so that encoding does not recurse into long chains of definitions.
  for (VarId v : reach(encoding.problem, forms, values).vars)
    emitter_.var(v);
  for (FormId f : encoding.problem.roots)
    add(f);
  for (const auto& [original, value] : encoding.watched) {
    const auto* poly = std::get_if<Poly>(&value);
    watched_.emplace_back(original,
                          poly ? emitter_.poly(*poly) : emitter_.form(std::get<FormId>(value)));
  }
  flush();
}

void Session::flush() {
  for (z3::expr_vector facts = emitter_.take_facts(); !facts.empty(); facts = emitter_.take_facts())
    solver_.add(facts);
}

void Session::add(FormId f) {
  solver_.add(emitter_.form(f));
  flush();
}

z3::expr Session::condition(Expr e) { return emitter_.form(encoding_.normaliser.boolean(e)); }

z3::expr_vector Session::zero_quotients() { return emitter_.zero_quotients(); }

Wide Session::value(const Poly& p) { return value_of(emitter_.poly(p)); }
Wide Session::value(MonoId m) { return value_of(emitter_.poly(Poly::monomial(m))); }

} // namespace heddle::smt
