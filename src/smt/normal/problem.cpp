#include "smt/normal/problem.hpp"

#include "smt/normal/rules.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <tuple>

namespace heddle::smt {

namespace {

constexpr std::size_t max_terms = 2000; // of one polynomial
constexpr std::size_t max_facts = 100;  // that are tried on one polynomial

unsigned id_of(Expr e) { return e ? e->id + 1 : 0; }

// p / g for the gcd g of the other coefficients; the constant term is rounded up, which is right
// for `p <= 0` over integers. `exact` tells whether it divided.
Poly divide_by_content(const Poly& p, Wide g, bool& exact) {
  Poly r = p;
  exact = true;
  for (auto& [m, c] : r.terms) {
    if (floor_mod(c, g) != 0) exact = false;
    c = -floor_div(-c, g);
  }
  if (!r.terms.empty() && r.terms[0].second == 0) r.terms.erase(r.terms.begin());
  return r;
}

} // namespace

bool Form::operator<(const Form& o) const {
  const unsigned a = id_of(atom), b = id_of(o.atom);
  return std::tie(kind, a, args, poly) < std::tie(o.kind, b, o.args, o.poly);
}

bool Var::operator<(const Var& o) const {
  const unsigned a = id_of(atom), b = id_of(o.atom);
  return std::tie(kind, a, function, condition, floors, modulus, args) <
         std::tie(o.kind, b, o.function, o.condition, o.floors, o.modulus, o.args);
}

Problem::Problem() {
  forms_.resize(2);
  forms_[no].kind = forms_[yes].kind = Form::Kind::truth;
}

VarId Problem::intern(Var v) {
  if (auto it = var_index_.find(v); it != var_index_.end()) {
    Var& known = vars_[it->second];
    known.bounds = meet(known.bounds, v.bounds); // later rounds know more about the operands
    return it->second;
  }
  const auto id = static_cast<VarId>(vars_.size());
  if (v.name.empty()) v.name = "v" + std::to_string(id);
  var_index_.emplace(v, id);
  vars_.push_back(std::move(v));
  return id;
}

VarId Problem::partner(const Var& v, Var::Kind kind) {
  Var other;
  other.kind = kind;
  other.floors = v.floors;
  other.args = v.args;
  return intern(std::move(other));
}

FormId Problem::intern(Form f) {
  auto [it, inserted] = form_index_.try_emplace(f, static_cast<FormId>(forms_.size()));
  if (inserted) forms_.push_back(std::move(f));
  return it->second;
}

FormId Problem::at_most_zero(Poly p) {
  const Bounds b = bounds(p);
  if (b.at_most(0) || b.at_least(1)) {
    if (!p.is_constant()) fired(Rule::compare_known);
    return b.at_most(0) ? yes : no;
  }
  if (const auto by_sign = compared_by_sign(p)) return *by_sign;
  bool exact = true;
  if (const Wide g = p.content(); g > 1) {
    fired(Rule::bound_rounded);
    p = divide_by_content(p, g, exact);
  }
  return intern({Form::Kind::at_most, nullptr, std::move(p), {}});
}

FormId Problem::zero(Poly p) {
  if (p.is_zero()) return yes;
  if (!bounds(p).contains(0)) {
    if (!p.is_constant()) fired(Rule::compare_known);
    return no;
  }
  bool exact = true;
  if (const Wide g = p.content(); g > 1) {
    p = divide_by_content(p, g, exact);
    fired(exact ? Rule::zero_divided : Rule::zero_indivisible);
  }
  if (!exact) return no;
  if (const Monomial signs = common_signs(p); !signs.empty()) {
    fired(Rule::zero_signed);
    return zero(times(p, signs));
  }
  if (const auto digits = positions(p)) return *digits;
  if (const auto digits = symbolic_positions(p)) return *digits;
  if (p.terms.back().second < 0) p = scale(p, -1);
  return intern({Form::Kind::zero, nullptr, std::move(p), {}});
}

// g * a + r == 0, where the only multiple of g that r can be is k * g: r == k * g and a == -k. The
// digits of an index that is put together of parts are told apart so, which takes Z3's cuts long.
std::optional<FormId> Problem::positions(const Poly& p) {
  std::vector<std::pair<MonoId, Wide>> terms(p.without_constant().terms);
  const auto size = [](const auto& t) { return t.second < 0 ? -t.second : t.second; };
  std::ranges::stable_sort(terms, std::greater{}, size);
  Wide g = 0;
  for (std::size_t i = 0; i + 1 < terms.size(); ++i) {
    g = gcd(g, terms[i].second);
    if (g < 2) return std::nullopt;
    if (size(terms[i]) == size(terms[i + 1])) continue;
    Poly high, low(p.constant());
    for (std::size_t k = 0; k < terms.size(); ++k) {
      Poly& part = k <= i ? high : low;
      part = part + Poly::monomial(terms[k].first, k <= i ? terms[k].second / g : terms[k].second);
    }
    const auto multiples = multiples_within(low, g);
    if (!multiples) continue;
    const auto [least, most] = *multiples;
    fired(Rule::positions);
    if (least > most) return no;
    return all({zero(low - Poly(least * g)), zero(high + Poly(least))});
  }
  return std::nullopt;
}

// The least and the most k that k * g can be `low` for, where that is one or none.
std::optional<std::pair<Wide, Wide>> Problem::multiples_within(const Poly& low, Wide g) {
  const Bounds by_terms = bounds(low);
  if (!by_terms.low || !by_terms.high) return std::nullopt;
  const auto multiples = [g](Wide from, Wide to) {
    return std::pair{-floor_div(-from, g), floor_div(to, g)};
  };
  const auto is_decided = [](const auto& k) { return k.first >= k.second; };
  auto found = multiples(*by_terms.low, *by_terms.high);
  if (is_decided(found)) return found;
  if (low.terms.size() < 2) return std::nullopt;
  seeks_facts = true;
  std::set<FormId> facts;
  const auto high = most_by_facts(low, facts), deep = most_by_facts(scale(low, -1), facts);
  if (!high || !deep) return std::nullopt;
  found = multiples(-*deep, *high);
  if (!is_decided(found)) return std::nullopt;
  used.insert(facts.begin(), facts.end());
  return found;
}

// With the bound that a fact has for a sum of terms in place of those of the terms: 18 * t + k is
// below 1089 where a loop ends there, whatever t and k are alone.
std::optional<Wide> Problem::most_by_facts(Poly p, std::set<FormId>& facts) {
  if (upper.size() > max_facts) return std::nullopt;
  Wide most = 0;
  for (const auto& [sum, high] : upper) {
    if (sum.terms.size() < 2 || sum.terms.size() > p.terms.size()) continue;
    const auto [first, c] = sum.terms.front();
    const auto in = std::ranges::find(p.terms, first, [](const auto& t) { return t.first; });
    if (in == p.terms.end() || in->second % c != 0 || in->second / c < 1) continue;
    const Poly part = scale(sum, in->second / c);
    const bool is_part = std::ranges::all_of(
        part.terms, [&](const auto& t) { return std::ranges::count(p.terms, t) > 0; });
    const Wide bound = checked_mul(high, in->second / c);
    const auto by_terms = bounds(part).high;
    if (!is_part || (by_terms && *by_terms <= bound)) continue;
    facts.insert(at_most_zero(sum - Poly(high)));
    p = p - part;
    most = checked_add(most, bound);
  }
  const auto rest = bounds(p).high;
  return rest ? std::optional(checked_add(most, *rest)) : std::nullopt;
}

std::optional<VarId> Problem::single_variable(const Poly& p) const {
  if (p.terms.size() != 1 || p.terms[0].second != 1) return std::nullopt;
  const Monomial& factors = monomials.get(p.terms[0].first);
  return factors.size() == 1 ? std::optional(factors[0]) : std::nullopt;
}

// d * a + r == 0, where r, but for its sign, is in 0..d-1 or the difference of two such: r == 0 and
// a == 0.
std::optional<FormId> Problem::symbolic_positions(const Poly& p) {
  for (const auto& [m, c] : p.terms) {
    const auto digit = single_variable(Poly::monomial(without_signs(m)));
    if (!digit) continue;
    for (const Poly& divisor : divisors_above(*digit)) {
      if (divisor.terms.size() != 1 || divisor.terms[0].second != 1) continue;
      const Monomial by = monomials.get(divisor.terms[0].first);
      const auto [high, low] = divided(p, by);
      if (high.is_zero() || !is_digit(times(low, common_signs(low)), divisor)) continue;
      fired(Rule::positions_symbolic);
      return all({zero(low), zero(high)});
    }
  }
  return std::nullopt;
}

// Positive terms that v, which is not negative, lies below.
std::set<Poly> Problem::divisors_above(VarId v) const {
  std::set<Poly> found;
  const Var& var = vars_[v];
  if (!var.bounds.at_least(0)) return found;
  if (const auto known = below.find(v); known != below.end()) found = known->second;
  if (var.kind == Var::Kind::remainder) found.insert(var.args[1]);
  std::erase_if(found, [&](const Poly& d) { return !bounds(d).at_least(1); });
  return found;
}

std::pair<Poly, Poly> Problem::divided(const Poly& p, const Monomial& by) {
  Poly whole, rest;
  for (const auto& [m, c] : p.terms) {
    const Monomial factors = monomials.get(m);
    Monomial left;
    const bool divides = std::ranges::includes(factors, by);
    if (divides) std::ranges::set_difference(factors, by, std::back_inserter(left));
    Poly& part = divides ? whole : rest;
    part = part + Poly::monomial(divides ? monomials.intern(std::move(left)) : m, c);
  }
  return {whole, rest};
}

// In 0..divisor-1, or the difference of two that are.
bool Problem::is_digit(const Poly& p, const Poly& divisor) const {
  Wide sum = 0;
  for (const auto& [m, c] : p.terms) {
    const auto v = single_variable(Poly::monomial(m));
    if (!v || (c != 1 && c != -1) || !divisors_above(*v).contains(divisor)) return false;
    sum += c;
  }
  return p.terms.size() == 1 || (p.terms.size() == 2 && sum == 0);
}

FormId Problem::symbol(Expr atom) { return intern({Form::Kind::symbol, atom, {}, {}}); }

FormId Problem::negate(FormId f) {
  if (f == yes || f == no) return f == yes ? no : yes;
  const Form& form = forms_[f];
  if (form.kind == Form::Kind::negation) {
    fired(Rule::negated_twice);
    return form.args[0];
  }
  if (form.kind == Form::Kind::at_most) {
    fired(Rule::negated_bound);
    return at_most_zero(Poly(1) - form.poly);
  }
  return intern({Form::Kind::negation, nullptr, {}, {f}});
}

// What follows from x == 0 for each x that two of these bound by 0, from above and from below:
// cells that overlap where all are multiples of their size are equal, and their digits are told
// apart. Where nothing follows, an equation beside its bounds only slows Z3 down.
std::vector<FormId> Problem::met_bounds(const std::vector<FormId>& fs) {
  std::set<Poly> at_most;
  for (FormId f : fs)
    if (forms_[f].kind == Form::Kind::at_most) at_most.insert(forms_[f].poly);
  std::vector<FormId> met;
  for (const Poly& p : at_most) {
    const Poly opposite = scale(p, -1);
    if (!(opposite < p) || !at_most.contains(opposite)) continue;
    const FormId equal = zero(p);
    if (forms_[equal].kind == Form::Kind::zero) continue;
    fired(Rule::bounds_meet);
    met.push_back(equal);
  }
  return met;
}

// One side of an equivalence in place of it, where another of these (sorted) decides the other:
// bounds of powers of two, which are stated of both at once, become bounds.
bool Problem::decide_equivalence(std::vector<FormId>& fs) {
  const auto holds = [&](FormId f) { return std::ranges::binary_search(fs, f); };
  for (const FormId f : fs) {
    if (forms_[f].kind != Form::Kind::equivalence) continue;
    const std::array both{forms_[f].args[0], forms_[f].args[1]};
    for (const std::size_t i : {0u, 1u}) {
      const bool refuted = holds(negate(both[i]));
      if (!refuted && !holds(both[i])) continue;
      fired(Rule::equivalence_decided);
      std::erase(fs, f);
      fs.push_back(refuted ? negate(both[1 - i]) : both[1 - i]);
      return true;
    }
  }
  return false;
}

FormId Problem::nary(Form::Kind kind, std::vector<FormId> fs) {
  const FormId neutral = kind == Form::Kind::all ? yes : no, absorbing = neutral == yes ? no : yes;
  const Form::Kind dual = kind == Form::Kind::all ? Form::Kind::any : Form::Kind::all;
  std::vector<FormId> flat;
  while (!fs.empty()) {
    const FormId f = fs.back();
    fs.pop_back();
    if (f == absorbing) {
      fired(Rule::form_absorbed);
      return absorbing;
    }
    if (f == neutral) continue;
    const Form& form = forms_[f];
    if (form.kind == kind) {
      fired(Rule::form_nested);
      fs.insert(fs.end(), form.args.begin(), form.args.end());
    } else if (form.kind == Form::Kind::negation && forms_[form.args[0]].kind == dual) {
      fired(Rule::form_denied);
      for (const FormId part : std::vector(forms_[form.args[0]].args)) // a copy: forms are added
        fs.push_back(negate(part));
    } else {
      flat.push_back(f);
    }
  }
  if (kind == Form::Kind::all)
    for (FormId f : met_bounds(flat)) {
      if (f == no) return no;
      if (forms_[f].kind == kind)
        flat.insert(flat.end(), forms_[f].args.begin(), forms_[f].args.end());
      else
        flat.push_back(f);
    }
  std::ranges::sort(flat);
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  for (FormId f : flat)
    if (forms_[f].kind == Form::Kind::negation &&
        std::ranges::binary_search(flat, forms_[f].args[0])) {
      fired(Rule::form_absorbed);
      return absorbing;
    }
  if (kind == Form::Kind::all && decide_equivalence(flat)) return all(std::move(flat));
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat[0];
  return intern({kind, nullptr, {}, std::move(flat)});
}

FormId Problem::equivalence(FormId a, FormId b) {
  if (a == b || std::min(a, b) <= yes) fired(Rule::equivalence_known);
  if (a == b) return yes;
  if (a == yes || b == yes) return a == yes ? b : a;
  if (a == no || b == no) return negate(a == no ? b : a);
  return intern({Form::Kind::equivalence, nullptr, {}, {std::min(a, b), std::max(a, b)}});
}

Poly Problem::multiply(const Poly& a, const Poly& b) {
  if (a.terms.size() * b.terms.size() > max_terms) throw TooLarge{"polynomial too large"};
  std::map<MonoId, Wide> sum;
  for (const auto& [m, c] : a.terms)
    for (const auto& [n, d] : b.terms) {
      Monomial product;
      std::ranges::merge(monomials.get(m), monomials.get(n), std::back_inserter(product));
      if (std::ranges::adjacent_find(product) != product.end()) product = without_squares(product);
      if (product.size() > 32) throw TooLarge{"degree of a product above 32"};
      Wide& total = sum[monomials.intern(std::move(product))];
      total = checked_add(total, checked_mul(c, d));
    }
  Poly r;
  for (const auto& [m, c] : sum)
    if (c != 0) r.terms.emplace_back(m, c);
  return r;
}

Poly Problem::indicator(FormId f) {
  if (f == yes || f == no) return Poly(f == yes);
  if (forms_[f].kind == Form::Kind::negation) return Poly(1) - indicator(forms_[f].args[0]);
  Var v;
  v.kind = Var::Kind::indicator;
  v.condition = f;
  v.bounds = {0, 1};
  return of_var(intern(std::move(v)));
}

Bounds Problem::bounds(MonoId m) const {
  Bounds r{1, 1};
  for (VarId v : monomials.get(m))
    r = r * vars_[v].bounds;
  return r;
}

Bounds Problem::bounds(const Poly& p) const {
  Bounds r{0, 0};
  for (const auto& [m, c] : p.terms)
    r = r + bounds(m) * Bounds{c, c};
  return r;
}

bool Problem::uniform(const Poly& p) const {
  return std::ranges::all_of(p.terms, [&](const auto& t) {
    return std::ranges::all_of(monomials.get(t.first), [&](VarId v) { return vars_[v].uniform; });
  });
}

std::string Problem::to_string(const Poly& p) const {
  std::string s;
  for (const auto& [m, c] : p.terms) {
    s += (s.empty() ? "" : " + ") + smt::to_string(c);
    for (VarId v : monomials.get(m))
      s += "*" + vars_[v].name;
  }
  return s.empty() ? "0" : s;
}

std::string Problem::to_string(FormId f) const {
  const Form& form = forms_[f];
  auto list = [&](const std::string& head) {
    std::string s = "(" + head;
    for (FormId a : form.args)
      s += " " + to_string(a);
    return s + ")";
  };
  switch (form.kind) {
  case Form::Kind::truth:
    return f == yes ? "true" : "false";
  case Form::Kind::symbol:
    return "b" + std::to_string(form.atom->id);
  case Form::Kind::at_most:
    return to_string(form.poly) + " <= 0";
  case Form::Kind::zero:
    return to_string(form.poly) + " == 0";
  case Form::Kind::negation:
    return list("not");
  case Form::Kind::all:
    return list("and");
  case Form::Kind::any:
    return list("or");
  case Form::Kind::equivalence:
    return list("iff");
  }
  return "";
}

Reach reach(Problem& problem, std::vector<FormId> roots, const std::vector<Poly>& values) {
  Reach r;
  std::vector<VarId> vars;
  auto mention = [&](const Poly& p) {
    if (p.is_zero()) return;
    r.polys.push_back(p);
    for (const auto& t : p.terms)
      for (VarId v : problem.monomials.get(t.first))
        if (!r.vars.contains(v)) vars.push_back(v);
  };
  for (const Poly& p : values)
    mention(p);
  for (VarId v = 0; v < problem.var_count(); ++v)
    if (problem.var(v).tightened) vars.push_back(v);
  while (!roots.empty() || !vars.empty()) {
    while (!roots.empty()) {
      const FormId f = roots.back();
      roots.pop_back();
      if (!r.forms.insert(f).second) continue;
      roots.insert(roots.end(), problem.form(f).args.begin(), problem.form(f).args.end());
      mention(problem.form(f).poly);
    }
    if (vars.empty()) continue;
    const VarId id = vars.back();
    vars.pop_back();
    if (!r.vars.insert(id).second) continue;
    const Var v = problem.var(id);
    const bool chooses =
        v.kind == Var::Kind::indicator || v.kind == Var::Kind::sign || v.kind == Var::Kind::choice;
    if (chooses) roots.push_back(v.condition);
    if (v.kind == Var::Kind::remainder) vars.push_back(problem.partner(v, Var::Kind::quotient));
    for (const Poly& a : v.args)
      mention(a);
  }
  return r;
}

} // namespace heddle::smt
