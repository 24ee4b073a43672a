#include "smt/emit.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::smt {

namespace {

bool chooses(Var::Kind kind) { return kind == Var::Kind::indicator || kind == Var::Kind::sign; }

} // namespace

z3::expr Emitter::number(Wide value) { return z3_.int_val(to_string(value).c_str()); }

z3::expr_vector Emitter::take_facts() {
  z3::expr_vector taken = facts_;
  facts_ = z3::expr_vector(z3_);
  return taken;
}

z3::expr Emitter::form(FormId f) {
  if (auto it = forms_.find(f); it != forms_.end()) return it->second;
  const Form form = problem_.form(f);
  z3::expr r(z3_);
  z3::expr_vector args(z3_);
  for (FormId a : form.args)
    args.push_back(this->form(a));
  switch (form.kind) {
  case Form::Kind::truth:
    r = z3_.bool_val(f == Problem::yes);
    break;
  case Form::Kind::symbol:
    r = z3_.bool_const(
        (pool_.symbol(form.atom).name + "#" + std::to_string(form.atom->id)).c_str());
    break;
  case Form::Kind::at_most:
    r = poly(form.poly.without_constant()) <= number(-form.poly.constant());
    break;
  case Form::Kind::zero:
    r = poly(form.poly.without_constant()) == number(-form.poly.constant());
    break;
  case Form::Kind::negation:
    r = !args[0];
    break;
  case Form::Kind::all:
    r = z3::mk_and(args);
    break;
  case Form::Kind::any:
    r = z3::mk_or(args);
    break;
  case Form::Kind::equivalence:
    r = args[0] == args[1];
    break;
  }
  forms_.emplace(f, r);
  return r;
}

z3::expr Emitter::poly(const Poly& p) {
  if (p.is_zero()) return number(0);
  z3::expr_vector sum(z3_);
  for (const auto& [m, c] : p.terms) {
    if (m == 0)
      sum.push_back(number(c));
    else
      sum.push_back(c == 1 ? mono(m) : number(c) * mono(m));
  }
  return sum.size() == 1 ? sum[0] : z3::sum(sum);
}

z3::expr Emitter::product_constant(const Monomial& factors) {
  std::string name = "p";
  for (VarId v : factors)
    name += "_" + std::to_string(v);
  return constant(name);
}

// v x for a v of few values: c x where v is c.
z3::expr Emitter::by_values(const Monomial& factors, VarId of) {
  Monomial rest = factors;
  rest.erase(std::ranges::find(rest, of));
  const z3::expr product = product_constant(factors), value = var(of);
  const z3::expr others = mono(problem_.monomials.intern(std::move(rest)));
  for (const Wide c : problem_.values.at(of))
    facts_.push_back(z3::implies(value == number(c), product == number(c) * others));
  has_values_ = true;
  return product;
}

// A product with an indicator factor is a choice between the rest and 0, one with a sign between
// the rest and its negative, one with a factor of few values linear in each of these; what is then
// left of degree >= 2 is a product or an opaque constant.
z3::expr Emitter::mono(MonoId m) {
  if (auto it = monos_.find(m); it != monos_.end()) return it->second;
  const Monomial factors = problem_.monomials.get(m);
  z3::expr r(z3_);
  const auto choice =
      std::ranges::find_if(factors, [&](VarId v) { return chooses(problem_.var(v).kind); });
  const auto few =
      std::ranges::find_if(factors, [&](VarId v) { return problem_.values.contains(v); });
  if (factors.size() == 1) {
    r = var(factors[0]);
  } else if (choice != factors.end()) {
    Monomial rest = factors;
    rest.erase(rest.begin() + (choice - factors.begin()));
    const bool is_sign = problem_.var(*choice).kind == Var::Kind::sign;
    const z3::expr others = mono(problem_.monomials.intern(rest));
    r = is_sign ? z3::ite(form(problem_.var(*choice).condition), -others, others)
                : z3::ite(form(problem_.var(*choice).condition), others, number(0));
  } else if (few != factors.end()) {
    r = by_values(factors, *few);
    bound(r, problem_.bounds(m));
  } else if (products_ == Products::opaque) {
    r = product_constant(factors);
    is_abstract_ = true;
    bound(r, problem_.bounds(m));
  } else {
    r = var(factors[0]);
    for (std::size_t i = 1; i < factors.size(); ++i)
      r = r * var(factors[i]);
  }
  monos_.emplace(m, r);
  return r;
}

z3::expr Emitter::var(VarId v) {
  if (auto it = vars_.find(v); it != vars_.end()) return it->second;
  z3::expr r = make(v);
  vars_.emplace(v, r);
  define(v, r);
  return r;
}

z3::expr Emitter::make(VarId id) {
  const Var v = problem_.var(id);
  switch (v.kind) {
  case Var::Kind::symbol:
  case Var::Kind::quotient:
  case Var::Kind::remainder:
  case Var::Kind::power:
    return constant(v.name);
  case Var::Kind::apply:
    return apply(v);
  case Var::Kind::indicator:
    return z3::ite(form(v.condition), number(1), number(0));
  case Var::Kind::sign:
    return z3::ite(form(v.condition), number(-1), number(1));
  case Var::Kind::choice:
    return z3::ite(form(v.condition), poly(v.args[0]), poly(v.args[1]));
  case Var::Kind::floor_div:
    return poly(v.args[0]) / number(v.modulus);
  case Var::Kind::floor_mod:
    return z3::mod(poly(v.args[0]), number(v.modulus));
  case Var::Kind::bit_and:
  case Var::Kind::bit_xor:
    return bit_function(v.kind, poly(v.args[0]), poly(v.args[1]));
  }
  return z3::expr(z3_);
}

z3::expr Emitter::apply(const Var& v) {
  const std::string name = pool_.function(v.function).name + "/" + std::to_string(v.function);
  if (v.args.empty()) return constant(name);
  z3::sort_vector domain(z3_);
  z3::expr_vector args(z3_);
  for (const Poly& a : v.args) {
    domain.push_back(z3_.int_sort());
    args.push_back(poly(a));
  }
  // Named, so that terms stay flat and models are read quickly.
  const z3::expr value = constant(v.name);
  facts_.push_back(value == z3_.function(name.c_str(), domain, z3_.int_sort())(args));
  return value;
}

z3::expr Emitter::bit_function(Var::Kind kind, const z3::expr& a, const z3::expr& b) {
  const z3::sort i = z3_.int_sort();
  return z3_.function(kind == Var::Kind::bit_and ? "and" : "xor", i, i, i)(a, b);
}

void Emitter::bound(const z3::expr& e, const Bounds& b) {
  if (b.low) facts_.push_back(e >= number(*b.low));
  if (b.high) facts_.push_back(e <= number(*b.high));
}

void Emitter::define(VarId id, const z3::expr& value) {
  const Var v = problem_.var(id);
  switch (v.kind) {
  case Var::Kind::apply:
    if (v.origin && pool_.function(v.origin).name == "cttz") define_exponent(v, value);
    bound(value, v.bounds);
    return;
  case Var::Kind::symbol:
    bound(value, v.bounds);
    return;
  case Var::Kind::quotient:
  case Var::Kind::remainder:
    bound(value, v.bounds);
    define_quotient(v);
    return;
  case Var::Kind::power:
    define_power(v, value);
    return;
  case Var::Kind::bit_and:
  case Var::Kind::bit_xor:
    bound(value, v.bounds);
    is_abstract_ = true;
    define_bits(v);
    return;
  case Var::Kind::indicator:
  case Var::Kind::sign:
  case Var::Kind::choice:
  case Var::Kind::floor_div:
  case Var::Kind::floor_mod:
    if (v.tightened) bound(value, v.bounds);
    return;
  }
}

// a = q*b + r with the remainder's sign that of the dividend (truncation) or 0 <= r < b (rounding
// down). Nothing is said for b = 0.
void Emitter::define_quotient(const Var& v) {
  const VarId q = problem_.partner(v, Var::Kind::quotient);
  const VarId r = problem_.partner(v, Var::Kind::remainder);
  if (v.kind == Var::Kind::remainder) {
    var(q); // its definition says all
    return;
  }
  const Poly& a = v.args[0];
  const Poly& b = v.args[1];
  const Bounds ab = problem_.bounds(a), bb = problem_.bounds(b);
  const z3::expr rem = var(r), dividend = poly(a), divisor = poly(b), zero = number(0);
  const z3::expr whole = dividend == poly(problem_.multiply(problem_.of_var(q), b)) + rem;
  const z3::expr up = zero <= rem && rem < divisor;
  if (bb.at_least(1) && (v.floors || ab.at_least(0))) {
    facts_.push_back(whole && up);
    return;
  }
  const z3::expr positive = divisor > zero, negative = divisor < zero;
  facts_.push_back(z3::implies(divisor != zero, whole));
  if (v.floors) {
    facts_.push_back(z3::implies(positive, up));
    facts_.push_back(z3::implies(negative, divisor < rem && rem <= zero));
  } else {
    const z3::expr upwards = dividend >= zero;
    facts_.push_back(z3::implies(positive && upwards, up));
    facts_.push_back(z3::implies(positive && !upwards, -divisor < rem && rem <= zero));
    facts_.push_back(z3::implies(negative && upwards, zero <= rem && rem < -divisor));
    facts_.push_back(z3::implies(negative && !upwards, divisor < rem && rem <= zero));
  }
  if (!bb.contains(0)) return;
  zero_quotients_.push_back(z3::implies(divisor == zero, var(q) == zero && rem == zero));
}

void Emitter::define_power(const Var& v, const z3::expr& value) {
  const z3::expr s = poly(v.args[0]), otherwise = poly(v.args[1]);
  const Bounds sb = meet(problem_.bounds(v.args[0]), {0, v.modulus - 1});
  z3::expr r = otherwise;
  if (!sb.empty())
    for (Wide k = *sb.high; k >= *sb.low; --k)
      r = z3::ite(s == number(k), number(power_of_two(static_cast<unsigned>(k))), r);
  facts_.push_back(value == r);
  bound(value, v.bounds);
}

// Of cttz what it is for powers of two: their exponent.
void Emitter::define_exponent(const Var& v, const z3::expr& value) {
  const z3::expr of = poly(v.args[0]);
  for (unsigned k = 0; k < v.origin->args[0]->type.width; ++k)
    facts_.push_back(z3::implies(of == number(power_of_two(k)), value == number(k)));
}

// What is kept of & and ^ beside congruence: commutativity, bounds by the operands, and that
// x ^ y ^ y is x.
void Emitter::define_bits(const Var& v) {
  const z3::expr a = poly(v.args[0]), b = poly(v.args[1]), zero = number(0);
  const z3::expr r = bit_function(v.kind, a, b);
  facts_.push_back(r == bit_function(v.kind, b, a));
  const z3::expr both = a >= zero && b >= zero;
  if (v.kind == Var::Kind::bit_and) {
    facts_.push_back(z3::implies(a >= zero, zero <= r && r <= a));
    facts_.push_back(z3::implies(b >= zero, zero <= r && r <= b));
    facts_.push_back(z3::implies(a == b, r == a));
    return;
  }
  facts_.push_back(z3::implies(both, r <= a + b && r >= a - b && r >= b - a));
  facts_.push_back((r == zero) == (a == b));
  facts_.push_back(bit_function(v.kind, r, a) == b && bit_function(v.kind, r, b) == a);
  facts_.push_back(bit_function(v.kind, a, r) == b && bit_function(v.kind, b, r) == a);
}

} // namespace heddle::smt
