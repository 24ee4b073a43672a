// Values of host expressions: C's conversions and operators.
#include "cuda/host/walk.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace heddle::cuda {

namespace {

constexpr std::size_t max_bases = 16;                        // of a pointer
constexpr std::int64_t max_distance = std::int64_t{1} << 40; // of pointers that are followed
constexpr std::size_t max_size = 400; // operators of one value: beyond, it is an atom

std::size_t size_of_tree(Expr e, std::size_t limit) {
  std::size_t n = 0;
  std::vector<Expr> work{e};
  while (!work.empty() && n < limit) {
    const Expr x = work.back();
    work.pop_back();
    ++n;
    work.insert(work.end(), x->args.begin(), x->args.end());
  }
  return n;
}

CT promoted(const CT& type) {
  return type->is(CType::Kind::boolean) || type->width < 32 ? make_integer(32, true) : type;
}

CT common_type(const CT& a, const CT& b) {
  const CT x = promoted(a), y = promoted(b);
  if (x->width != y->width) return x->width > y->width ? x : y;
  return x->is_signed ? y : x;
}

} // namespace

HostValue HostWalk::promote(const HostValue& v) { return convert(v, promoted(v.type)); }

HostValue HostWalk::number(Expr e, const CT& type) const {
  if (size_of_tree(e, max_size) >= max_size) return {};
  HostValue v;
  v.kind = HostValue::Kind::integer;
  v.type = type;
  v.e = e;
  return v;
}

HostValue HostWalk::constant(const FoldValue& c) const {
  HostValue v;
  if (c.is_dims) {
    v.kind = HostValue::Kind::dims;
    for (std::size_t a = 0; a < 3; ++a)
      v.axes[a] = pool_.constant(c.dims[a], Type::u32());
  } else if (c.type->is(CType::Kind::boolean)) {
    return number(pool_.boolean(c.integer != 0), c.type);
  } else if (c.type->is_integral()) {
    return number(pool_.constant(c.integer, value_type(c.type)), c.type);
  } else if (c.type->is(CType::Kind::floating) && std::fabs(c.floating) < 1e6 &&
             std::trunc(c.floating) == c.floating) {
    v.kind = HostValue::Kind::quotient;
    v.e = pool_.constant(static_cast<std::int64_t>(c.floating), Type::i64());
    v.divisor = pool_.constant(1, Type::i64());
    v.precision = c.type->width == 32 ? 24 : 53;
  }
  v.type = c.type;
  return v;
}

bool same_address(const HostValue& a, const HostValue& b) {
  return a.kind == HostValue::Kind::pointer && b.kind == a.kind && a.e == b.e &&
         a.offset == b.offset;
}

namespace {

std::vector<Expr> bases_of(const HostValue& v) {
  std::vector<Expr> all{v.e};
  if (v.bases) all.insert(all.end(), v.bases->begin(), v.bases->end());
  return all;
}

} // namespace

bool may_be_same(const HostValue& a, const HostValue& b) {
  if (a.kind != HostValue::Kind::pointer || b.kind != a.kind) return false;
  if (a.e == b.e) return a.offset == b.offset;
  const std::vector<Expr> others = bases_of(b);
  return std::ranges::any_of(bases_of(a),
                             [&](Expr e) { return std::ranges::find(others, e) != others.end(); });
}

// One of two pointers.
HostValue HostWalk::one_of(const HostValue& a, const HostValue& b) {
  if (same_address(a, b)) return a;
  HostValue v = fresh(a.type, "pointer", item_.loc);
  if (v.kind != HostValue::Kind::pointer) return {};
  std::vector<Expr> bases = bases_of(a);
  std::ranges::copy(bases_of(b), std::back_inserter(bases));
  if (bases.size() > max_bases) return v;
  v.bases = std::make_shared<const std::vector<Expr>>(std::move(bases));
  return v;
}

// p + 4, p - n: only constants are followed.
HostValue HostWalk::moved(const HostValue& pointer, const HostValue& by, bool forward) {
  const auto known = by.is_integer() ? constant_value(by.e) : std::nullopt;
  if (!known) return {};
  const std::int64_t n = *known;
  const CT to = pointer.type ? pointer.type->to : nullptr;
  const auto size = to ? size_of(to) : std::nullopt;
  if (n > max_distance || n < -max_distance || (n != 0 && !size)) return {};
  HostValue v = pointer;
  v.offset += n * static_cast<std::int64_t>(size.value_or(0)) * (forward ? 1 : -1);
  return v;
}

// A value of which nothing is known.
HostValue HostWalk::fresh(const CT& type, const std::string& name, Loc loc) {
  HostValue v;
  v.type = type;
  if (!type) return v;
  const auto atom = [&](const std::string& suffix, Type t) {
    return pool_.symbol_ref(
        pool_.new_symbol({"host:" + name + suffix, t, Role::parameter, 0, {}, {}, loc}));
  };
  if (type->is_integral()) return number(atom("", value_type(type)), type);
  if (type->is(CType::Kind::pointer)) {
    v.kind = HostValue::Kind::pointer;
    v.e = atom("", Type::i64());
  }
  if (type->is(CType::Kind::record) && type->name == "dim3") {
    v.kind = HostValue::Kind::dims;
    for (std::size_t a = 0; a < 3; ++a)
      v.axes[a] = atom(std::string(".") + "xyz"[a], Type::u32());
  } else if (type->is(CType::Kind::record)) {
    add_members(v, type, "", name, loc);
    if (!v.members.empty()) v.kind = HostValue::Kind::record;
  }
  return v;
}

std::optional<Expr> HostWalk::truth(const HostValue& v) {
  if (!v.is_integer()) return std::nullopt;
  return v.e->type.is_bool() ? v.e : pool_.ne(v.e, pool_.constant(0, v.e->type));
}

// `result` where the operands of the quotient are represented exactly, else anything. The rounded
// quotient of such numbers is on the same side of every whole number as the true one: they differ
// by less than 2^-precision of it, and a quotient that is not whole is 1 / divisor away from one.
Expr HostWalk::exact(const HostValue& q, Expr result) {
  const std::int64_t limit = (std::int64_t{1} << q.precision) - 1;
  std::vector<Expr> within;
  for (Expr e : {q.e, q.divisor}) {
    within.push_back(pool_.le(pool_.constant(-limit, Type::i64()), e));
    within.push_back(pool_.le(e, pool_.constant(limit, Type::i64())));
    const Interval i = interval(pool_, e);
    if (i.low && *i.low >= -limit) within[within.size() - 2] = pool_.boolean(true);
    if (i.high && *i.high <= limit) within.back() = pool_.boolean(true);
  }
  const Expr known = pool_.all(within);
  if (is_true(known)) return result;
  return pool_.ite(known, result, fresh(make_integer(64, true), "a rounded quotient", item_.loc).e);
}

// ceil and floor.
HostValue HostWalk::rounded(const HostValue& v, bool up) {
  if (v.is_integer()) return convert(v, make_floating(64, "double"));
  if (v.kind != HostValue::Kind::quotient) return {};
  const auto divisor = constant_value(v.divisor);
  const Interval range = interval(pool_, v.divisor);
  if (!divisor && !(range.low && *range.low > 0)) return {};
  if (divisor && *divisor <= 0) return {};
  const Expr one = pool_.constant(1, Type::i64()), zero = pool_.constant(0, Type::i64());
  const Expr toward_zero = pool_.div(v.e, v.divisor);
  const Expr below = pool_.sub(v.divisor, one);
  const Interval dividend = interval(pool_, v.e);
  const bool not_negative = dividend.low && *dividend.low >= 0;
  Expr whole = nullptr;
  if (up) {
    const Expr above = pool_.div(pool_.add(v.e, below), v.divisor);
    whole = not_negative ? above : pool_.ite(pool_.lt(zero, v.e), above, toward_zero);
  } else {
    const Expr under = pool_.div(pool_.sub(v.e, below), v.divisor);
    whole = not_negative ? toward_zero : pool_.ite(pool_.le(zero, v.e), toward_zero, under);
  }
  HostValue r = v;
  r.e = exact(v, whole);
  r.divisor = one;
  return r;
}

HostValue HostWalk::truncated(const HostValue& v, const CT& to) {
  const Expr whole = constant_value(v.divisor) == std::optional<std::int64_t>(1)
                         ? v.e
                         : exact(v, pool_.div(v.e, v.divisor));
  return number(pool_.cast(whole, value_type(to)), to);
}

HostValue HostWalk::convert(const HostValue& v, const CT& to) {
  if (!to || !v.known()) return {};
  if (to->is(CType::Kind::reference)) return convert(v, to->to);
  if (v.kind == HostValue::Kind::record)
    return v.type && to->is(CType::Kind::record) && same_type(v.type, to) ? v : HostValue{};
  using Kind = HostValue::Kind;
  if (to->is(CType::Kind::record) && to->name == "dim3") {
    if (v.kind == Kind::dims) return v;
    const HostValue x = convert(v, make_integer(32, false));
    if (!x.is_integer()) return {};
    const Expr one = pool_.constant(1, Type::u32());
    HostValue r{Kind::dims, to, nullptr, nullptr, {x.e, one, one}, 0};
    return r;
  }
  if (to->is(CType::Kind::pointer) && v.kind == Kind::pointer) return v;
  if (to->is(CType::Kind::boolean)) {
    const auto t = truth(v);
    return t ? number(*t, to) : HostValue{};
  }
  if (to->is(CType::Kind::integer)) {
    if (v.kind == Kind::quotient) return truncated(v, to);
    if (!v.is_integer()) return {};
    const Type t = value_type(to);
    if (v.e->type.is_bool())
      return number(pool_.ite(v.e, pool_.constant(1, t), pool_.constant(0, t)), to);
    return number(pool_.cast(v.e, t), to);
  }
  if (to->is(CType::Kind::floating) && to->width >= 32) {
    HostValue r = v;
    const unsigned precision = to->width == 32 ? 24 : 53;
    if (v.kind == Kind::quotient) {
      // a quotient rounded twice may have reached a whole number
      const bool whole = constant_value(v.divisor) == std::optional<std::int64_t>(1);
      if (!whole && precision != v.precision) return {};
      r.precision = std::min(precision, v.precision);
      r.type = to;
      return r;
    }
    r = convert(v, make_integer(64, true));
    if (!r.is_integer()) return {};
    r.kind = Kind::quotient;
    r.divisor = pool_.constant(1, Type::i64());
    r.precision = precision;
    r.type = to;
    return r;
  }
  return {};
}

HostValue HostWalk::floating(BinaryOp op, const HostValue& a, const HostValue& b) {
  const auto is_float = [](const HostValue& v) { return v.kind == HostValue::Kind::quotient; };
  if ((!is_float(a) && !a.is_integer()) || (!is_float(b) && !b.is_integer())) return {};
  const bool is_double = (is_float(a) && a.type->width > 32) || (is_float(b) && b.type->width > 32);
  const CT type = make_floating(is_double ? 64 : 32, is_double ? "double" : "float");
  const HostValue x = convert(a, type), y = convert(b, type);
  if (!is_float(x) || !is_float(y)) return {};
  const auto is_one = [](Expr e) { return constant_value(e) == std::optional<std::int64_t>(1); };
  if (!is_one(x.divisor) || !is_one(y.divisor)) return {};
  HostValue r = x;
  r.precision = std::min(x.precision, y.precision);
  r.type = type;
  if (op == BinaryOp::div) {
    r.divisor = y.e;
    return r;
  }
  if (op != BinaryOp::mul) return {};
  if (is_one(y.e)) return r;
  if (!is_one(x.e)) return {};
  r.e = y.e;
  return r;
}

HostValue HostWalk::arithmetic(BinaryOp op, const HostValue& a, const HostValue& b) {
  const bool sums = op == BinaryOp::add || op == BinaryOp::sub;
  if (sums && a.kind == HostValue::Kind::pointer) return moved(a, b, op == BinaryOp::add);
  if (op == BinaryOp::add && b.kind == HostValue::Kind::pointer) return moved(b, a, true);
  if (!a.is_integer() || !b.is_integer()) return floating(op, a, b);
  const bool shifts = op == BinaryOp::shl || op == BinaryOp::shr;
  const CT type = shifts ? promoted(a.type) : common_type(a.type, b.type);
  const HostValue x = convert(a, type), y = convert(b, shifts ? promoted(b.type) : type);
  if (!x.is_integer() || !y.is_integer()) return {};
  const auto truth_value = [&](Expr e) { return number(e, make_bool()); };
  switch (op) {
  case BinaryOp::add:
    return number(pool_.add(x.e, y.e), type);
  case BinaryOp::sub:
    return number(pool_.sub(x.e, y.e), type);
  case BinaryOp::mul:
    return number(pool_.mul(x.e, y.e), type);
  case BinaryOp::div:
    return number(pool_.div(x.e, y.e), type);
  case BinaryOp::rem:
    return number(pool_.rem(x.e, y.e), type);
  case BinaryOp::shl:
    return number(pool_.shl(x.e, y.e), type);
  case BinaryOp::shr:
    return number(pool_.shr(x.e, y.e), type);
  case BinaryOp::bit_and:
    return number(pool_.bit_and(x.e, y.e), type);
  case BinaryOp::bit_or:
    return number(pool_.bit_or(x.e, y.e), type);
  case BinaryOp::bit_xor:
    return number(pool_.bit_xor(x.e, y.e), type);
  case BinaryOp::lt:
    return truth_value(pool_.lt(x.e, y.e));
  case BinaryOp::gt:
    return truth_value(pool_.gt(x.e, y.e));
  case BinaryOp::le:
    return truth_value(pool_.le(x.e, y.e));
  case BinaryOp::ge:
    return truth_value(pool_.ge(x.e, y.e));
  case BinaryOp::eq:
    return truth_value(pool_.eq(x.e, y.e));
  case BinaryOp::ne:
    return truth_value(pool_.ne(x.e, y.e));
  case BinaryOp::logical_and:
  case BinaryOp::logical_or:
  case BinaryOp::comma:
    return {};
  }
  return {};
}

// c ? a : b, where `a` may be `b` with what c says put in: (x == 4 ? 4 * n : x * n) is x * n.
Expr HostWalk::either(Expr c, Expr a, Expr b) {
  const auto with = [&](Expr e, Expr fact) {
    for (Expr part : fact->op == Op::logical_and ? fact->args : std::vector<Expr>{fact})
      if (part->op == Op::eq && part->args[0]->op == Op::symbol &&
          part->args[1]->op == Op::constant)
        e = pool_.substitute(e,
                             [&](Expr x) { return x == part->args[0] ? part->args[1] : nullptr; });
    return e;
  };
  if (with(b, c) == a) return b;
  if (with(a, pool_.logical_not(c)) == b) return a;
  return pool_.ite(c, a, b);
}

HostValue HostWalk::choose(Expr cond, const HostValue& a, const HostValue& b) {
  using Kind = HostValue::Kind;
  if (a.kind == Kind::dims && b.kind == Kind::dims) {
    HostValue r = a;
    for (std::size_t i = 0; i < 3; ++i)
      r.axes[i] = either(cond, a.axes[i], b.axes[i]);
    return r;
  }
  if (a.kind == Kind::pointer && b.kind == Kind::pointer) return one_of(a, b);
  if (!a.is_integer() || !b.is_integer()) return {};
  const CT type = a.type->is(CType::Kind::boolean) && b.type->is(CType::Kind::boolean)
                      ? a.type
                      : common_type(a.type, b.type);
  const HostValue x = convert(a, type), y = convert(b, type);
  if (!x.is_integer() || !y.is_integer()) return {};
  return number(either(cond, x.e, y.e), type);
}

// The value of a variable where two ways meet, of which `cond` tells the first.
HostValue HostWalk::merged(const HostValue& cond, const Var& a, const HostValue& b) {
  const HostValue& v = a.value;
  if (v.kind == HostValue::Kind::record && b.kind == v.kind) {
    HostValue r = v;
    for (auto& [path, member] : r.members)
      if (const auto it = b.members.find(path); it != b.members.end())
        member = merged(cond, {a.name + path, member.type, member}, it->second);
    return r;
  }
  if (v.kind == b.kind && v.e == b.e && v.divisor == b.divisor && v.axes == b.axes &&
      v.items == b.items && v.offset == b.offset && v.bases == b.bases)
    return v;
  if (v.kind == HostValue::Kind::pointer && b.kind == v.kind) return one_of(v, b);
  if (const auto c = truth(cond)) {
    const HostValue chosen = choose(*c, v, b);
    if (chosen.known()) return convert(chosen, a.type);
  }
  if (v.kind == HostValue::Kind::dims && b.kind == v.kind) { // axes that are the same stay
    HostValue r = v;
    for (std::size_t i = 0; i < 3; ++i)
      if (v.axes[i] != b.axes[i]) r.axes[i] = fresh(make_integer(32, false), a.name, item_.loc).e;
    return r;
  }
  return fresh(a.type, a.name, item_.loc);
}

} // namespace heddle::cuda
