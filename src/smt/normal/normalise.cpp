#include "smt/normal/normalise.hpp"

#include "smt/normal/rules.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace heddle::smt {

namespace {

constexpr std::size_t max_depth = 2000;
constexpr std::size_t max_nodes = 400'000;
constexpr int rounds = 4; // of bound propagation; each stops early when nothing changes

Bounds declared(const std::optional<std::int64_t>& low, const std::optional<std::int64_t>& high) {
  Bounds b;
  if (low) b.low = *low;
  if (high) b.high = *high;
  return b;
}

enum class Chosen : std::uint8_t { least, greatest };

// Of a choice between the two that its condition compares.
std::optional<Chosen> chosen_by_order(Expr e) {
  if (e->op != Op::ite || (e->args[0]->op != Op::lt && e->args[0]->op != Op::le))
    return std::nullopt;
  const auto& compared = e->args[0]->args;
  if (compared[0] == e->args[1] && compared[1] == e->args[2]) return Chosen::least;
  if (compared[0] == e->args[2] && compared[1] == e->args[1]) return Chosen::greatest;
  return std::nullopt;
}

} // namespace

void check_size(const std::vector<Expr>& assertions) {
  std::unordered_map<Expr, std::size_t> depth;
  std::vector<Expr> work = assertions;
  while (!work.empty()) {
    Expr e = work.back();
    std::size_t d = 0;
    bool ready = true;
    for (Expr a : e->args) {
      auto it = depth.find(a);
      if (it == depth.end()) {
        ready = false;
        work.push_back(a);
      } else {
        d = std::max(d, it->second);
      }
    }
    if (!ready) continue;
    work.pop_back();
    depth[e] = d + 1;
    if (d + 1 > max_depth) throw TooLarge{"expression nested too deeply"};
    if (depth.size() > max_nodes) throw TooLarge{"query too large"};
  }
}

Wide constant_of(Expr e) {
  if (e->type == Type::u64()) return static_cast<std::uint64_t>(e->value);
  return e->value;
}

Bounds type_bounds(Type type) {
  // The bits of the value, of which only equality is asked; 62 are enough to differ.
  if (type.is_opaque()) return {0, power_of_two(std::min<unsigned>(type.width, 62)) - 1};
  if (type.is_bool()) return {0, 1};
  if (type.is_signed) return {-power_of_two(type.width - 1u), power_of_two(type.width - 1u) - 1};
  return {0, power_of_two(type.width) - 1};
}

void Normaliser::assert_all(const std::vector<Expr>& assertions) {
  for (int round = 0;; ++round) {
    values_.clear();
    forms_.clear();
    has_bits_ = has_masks_ = has_products_ = false;
    problem_.products.clear();
    problem_.sides.clear();
    std::vector<FormId> roots;
    for (Expr e : assertions)
      roots.push_back(boolean(e));
    const FormId whole = problem_.all(roots);
    const Form& form = problem_.form(whole);
    problem_.roots = form.kind == Form::Kind::all ? form.args : std::vector{whole};
    bool changed = std::exchange(again_, false);
    const std::size_t known = problem_.upper.size();
    if (round < rounds) {
      for (FormId f : problem_.roots)
        changed |= tighten(f);
      for (Expr e : assertions)
        changed |= tighten_dividends(e);
      changed |= tighten_dividends();
      changed |= tighten_signs();
    }
    const bool seeks = std::exchange(problem_.seeks_facts, false);
    changed |= (std::exchange(seeks_facts_, false) || seeks) && problem_.upper.size() > known;
    if (!changed || round >= rounds) break;
  }
  equate_dividends();
  find_values();
  problem_.roots.insert(problem_.roots.end(), problem_.used.begin(), problem_.used.end());
  if (problem_.all(problem_.roots) == Problem::no) problem_.roots = {Problem::no};
  for (VarId v = 0; v < problem_.var_count(); ++v)
    if (problem_.var(v).bounds.empty()) problem_.roots = {Problem::no};
}

Normaliser::Value Normaliser::of_var(Var v) {
  const VarId id = problem_.intern(std::move(v));
  return {problem_.of_var(id), problem_.var(id).bounds};
}

bool Normaliser::is_uniform(Expr atom) const {
  return std::ranges::binary_search(uniform, atom->id, {}, [](Expr e) { return e->id; });
}

void Normaliser::prepare(Expr root) {
  auto known = [&](Expr e) { return e->type.is_bool() ? forms_.contains(e) : values_.contains(e); };
  std::vector<Expr> work{root};
  while (!work.empty()) {
    Expr e = work.back();
    const std::size_t before = work.size();
    for (Expr a : e->args)
      if (!known(a)) work.push_back(a);
    if (work.size() != before) continue;
    work.pop_back();
    if (known(e)) continue;
    if (e->type.is_bool())
      forms_.emplace(e, compute_boolean(e));
    else
      values_.emplace(e, single(compute(e)));
  }
}

// The variables inside stay in the problem with their bounds, so nothing is lost.
Normaliser::Value Normaliser::single(Value v) {
  if (v.bounds.is_single() && !v.poly.is_constant()) {
    fired(Rule::one_value);
    v.poly = Poly(*v.bounds.low);
  }
  return v;
}

Normaliser::Value Normaliser::integer(Expr e) {
  if (auto it = values_.find(e); it != values_.end()) return it->second;
  if (!e->type.is_bool()) {
    prepare(e);
    return values_.at(e);
  }
  Value v = compute(e); // a boolean as an argument of a function
  values_.emplace(e, v);
  return v;
}

FormId Normaliser::boolean(Expr e) {
  if (!forms_.contains(e)) prepare(e);
  return forms_.at(e);
}

Normaliser::Value Normaliser::compute(Expr e) {
  if (e->type.is_bool())
    return e->op == Op::apply ? apply(e) : made(problem_.indicator(boolean(e)));
  auto arg = [&](std::size_t i) { return integer(e->args[i]); };
  switch (e->op) {
  case Op::constant:
    return made(Poly(constant_of(e)));
  case Op::symbol:
    return symbol(e);
  case Op::apply:
    return apply(e);
  case Op::add: {
    const Value a = arg(0), b = arg(1);
    return refined(put_together(a.poly + b.poly), a.bounds + b.bounds);
  }
  case Op::sub:
    return subtract(e);
  case Op::mul:
    return multiply(e);
  case Op::div:
  case Op::rem:
    return divide(e);
  case Op::bit_and:
    return bit_and(e);
  case Op::bit_or:
    return bit_or(e);
  case Op::bit_xor:
    return bit_xor(e);
  case Op::bit_not: {
    fired(Rule::complement);
    const Value a = arg(0);
    const Wide top = e->type.is_signed ? Wide{-1} : power_of_two(e->type.width) - 1;
    return refined(Poly(top) - a.poly, Bounds{top, top} + -a.bounds);
  }
  case Op::shl:
  case Op::shr:
    return shift(e);
  case Op::cast:
    return cast(e);
  case Op::ite:
    return choose(boolean(e->args[0]), arg(1), arg(2));
  case Op::eq:
  case Op::lt:
  case Op::le:
  case Op::logical_not:
  case Op::logical_and:
  case Op::logical_or:
    break; // boolean: above
  }
  assert(false);
  return {};
}

bool Normaliser::is_shared(Expr symbol) const {
  const Role role = pool_.symbol(symbol).role;
  return is_uniform(symbol) || role == Role::parameter || role == Role::grid_dim ||
         role == Role::block_dim;
}

Normaliser::Value Normaliser::symbol(Expr e) {
  const Symbol& s = pool_.symbol(e);
  Var v;
  v.kind = Var::Kind::symbol;
  v.atom = v.origin = e;
  v.uniform = is_shared(e);
  v.bounds = meet(type_bounds(e->type), declared(s.low, s.high));
  v.name = s.name + "#" + std::to_string(e->id);
  return of_var(std::move(v));
}

Normaliser::Value Normaliser::apply(Expr e) {
  const Function& f = pool_.function(e);
  Var v;
  v.kind = Var::Kind::apply;
  v.origin = e;
  v.function = static_cast<FunctionId>(e->value);
  v.uniform = true;
  for (Expr a : e->args) {
    v.args.push_back(integer(a).poly);
    v.uniform = v.uniform && problem_.uniform(v.args.back());
  }
  if (v.args.empty() || !v.uniform) v.uniform = is_uniform(e);
  v.bounds = meet(type_bounds(e->type), declared(f.low, f.high));
  v.name = f.name + "#" + std::to_string(e->id);
  return of_var(std::move(v));
}

Normaliser::Value Normaliser::multiply(Expr e) {
  Value a = integer(e->args[0]), b = integer(e->args[1]);
  if (!a.poly.is_constant() && !b.poly.is_constant()) {
    a = as_multiples(a);
    b = as_multiples(b);
  }
  Poly p = problem_.multiply(a.poly, b.poly);
  if (!a.poly.is_constant() && !b.poly.is_constant()) {
    has_products_ = true;
    problem_.products.emplace(a.poly, b.poly);
  }
  Bounds bounds = a.bounds * b.bounds;
  const Poly apart = a.poly - b.poly;
  if (has_products_ && !bounds.at_least(0) && is_negative(a) == false && is_negative(b) == false)
    bounds = meet(bounds, {0, std::nullopt});
  if (!bounds.at_least(0) && apart.is_constant() && apart.constant() >= -1 &&
      apart.constant() <= 1) {
    fired(Rule::square_not_negative);
    bounds = meet(bounds, {0, std::nullopt});
  }
  return refined(std::move(p), bounds);
}

Normaliser::Value Normaliser::subtract(Expr e) {
  const Value a = integer(e->args[0]), b = integer(e->args[1]);
  Value d = refined(put_together(a.poly - b.poly), a.bounds + -b.bounds);
  if (e->type.is_signed) return d;
  const Wide period = power_of_two(e->type.width);
  if (const auto negative = is_negative(d)) {
    fired(*negative ? Rule::difference_below : Rule::difference_above);
    if (*negative) return refined(d.poly + Poly(period), d.bounds + Bounds{period, period});
    d.bounds = meet(d.bounds, {0, std::nullopt});
    return d;
  }
  fired(Rule::difference_open);
  const Poly wraps = problem_.indicator(problem_.at_most_zero(d.poly + Poly(1)));
  Bounds b_wrapped = meet(d.bounds, {std::nullopt, -1}) + Bounds{period, period};
  return refined(d.poly + scale(wraps, period), join(meet(d.bounds, {0, std::nullopt}), b_wrapped));
}

Normaliser::Value Normaliser::divide(Expr e) {
  return truncate(as_multiples(integer(e->args[0])), integer(e->args[1]), e->op == Op::rem);
}

Normaliser::Value Normaliser::cast(Expr e) {
  Value a = integer(e->args[0]);
  const Type to = e->type;
  if (to.width < 32) return reduce(a, to);
  if (to.is_signed) return a;
  if (const auto negative = is_negative(a); negative && !*negative) {
    fired(Rule::cast_not_negative);
    a.bounds = meet(a.bounds, {0, std::nullopt});
    return a;
  }
  // Below zero the value modulo 2^width; one period is enough for what the source type can hold.
  const Wide period = power_of_two(to.width);
  const FormId below = problem_.at_most_zero(a.poly + Poly(1));
  const Bounds nonnegative = meet(a.bounds, {0, std::nullopt});
  if (a.bounds.at_least(-period)) {
    fired(Rule::cast_wraps_once);
    const Bounds wrapped = meet(a.bounds, {std::nullopt, -1}) + Bounds{period, period};
    return refined(a.poly + scale(problem_.indicator(below), period), join(nonnegative, wrapped));
  }
  fired(Rule::cast_modulo);
  return choose(below, modulo(a, period), {a.poly, nonnegative});
}

Normaliser::Value Normaliser::choose(FormId c, const Value& t, const Value& f) {
  if (c == Problem::yes || c == Problem::no) {
    fired(Rule::choice_known);
    return c == Problem::yes ? t : f;
  }
  if (const auto with_sign = choose_sign(c, t, f)) return *with_sign;
  const Bounds bounds = join(t.bounds, f.bounds);
  const Poly difference = t.poly - f.poly;
  if (difference.terms.size() <= 2) {
    fired(Rule::choice_indicator);
    return refined(f.poly + problem_.multiply(problem_.indicator(c), difference), bounds);
  }
  Var v;
  v.kind = Var::Kind::choice;
  v.condition = c;
  v.args = {t.poly, f.poly};
  v.uniform = problem_.uniform(t.poly) && problem_.uniform(f.poly);
  v.bounds = bounds;
  return of_var(std::move(v));
}

FormId Normaliser::compare(Expr a, Expr b, bool strict) {
  const Value x = integer(a), y = integer(b);
  problem_.sides.insert(x.poly);
  problem_.sides.insert(y.poly);
  const Bounds d = x.bounds + -y.bounds;
  const Wide k = strict ? 1 : 0;
  if (d.at_most(-k) || d.at_least(1 - k)) {
    fired(Rule::compare_known);
    return d.at_most(-k) ? Problem::yes : Problem::no;
  }
  return problem_.at_most_zero(x.poly - y.poly + Poly(k));
}

// The end of a loop's part that the end of all cuts off, `first + 18 < n ? first + 18 : n`, is two
// bounds: as a choice it would be one that no sum of terms has.
FormId Normaliser::compare_ends(Expr a, Expr b, bool strict) {
  for (const bool of_left : {true, false}) {
    Expr choice = of_left ? a : b;
    const auto chosen = chosen_by_order(choice);
    if (!chosen) continue;
    fired(Rule::compare_least);
    std::vector<FormId> of_each;
    for (Expr end : {choice->args[1], choice->args[2]})
      of_each.push_back(of_left ? compare(end, b, strict) : compare(a, end, strict));
    const bool holds_of_both = (*chosen == Chosen::greatest) == of_left;
    return holds_of_both ? problem_.all(of_each) : problem_.any(of_each);
  }
  return compare(a, b, strict);
}

FormId Normaliser::compute_boolean(Expr e) {
  std::vector<FormId> args;
  switch (e->op) {
  case Op::constant:
    return e->value ? Problem::yes : Problem::no;
  case Op::symbol:
    return problem_.symbol(e);
  case Op::apply:
    return problem_.at_most_zero(Poly(1) - apply(e).poly);
  case Op::lt:
  case Op::le:
    return compare_ends(e->args[0], e->args[1], e->op == Op::lt);
  case Op::eq: {
    if (e->args[0]->type.is_bool())
      return problem_.equivalence(boolean(e->args[0]), boolean(e->args[1]));
    if (const auto power = power_of_two_alone(e)) return *power;
    const Value x = integer(e->args[0]), y = integer(e->args[1]);
    problem_.sides.insert(x.poly);
    problem_.sides.insert(y.poly);
    if (!(x.bounds + -y.bounds).contains(0)) {
      fired(Rule::compare_known);
      return Problem::no;
    }
    return equal_zero(x.poly - y.poly);
  }
  case Op::logical_not:
    return problem_.negate(boolean(e->args[0]));
  case Op::logical_and:
  case Op::logical_or:
    for (Expr a : e->args)
      args.push_back(boolean(a));
    return e->op == Op::logical_and ? problem_.all(args) : problem_.any(args);
  case Op::ite: {
    const FormId c = boolean(e->args[0]), t = boolean(e->args[1]), f = boolean(e->args[2]);
    fired(Rule::choice_of_conditions);
    return problem_.all({problem_.any({problem_.negate(c), t}), problem_.any({c, f})});
  }
  case Op::add:
  case Op::sub:
  case Op::mul:
  case Op::div:
  case Op::rem:
  case Op::bit_and:
  case Op::bit_or:
  case Op::bit_xor:
  case Op::bit_not:
  case Op::shl:
  case Op::shr:
  case Op::cast:
    break; // integers
  }
  assert(false);
  return Problem::no;
}

} // namespace heddle::smt
