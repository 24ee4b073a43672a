// Values of host expressions: C's conversions and operators.
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>
#include <bit>

namespace heddle::cuda {

namespace {

constexpr std::size_t max_bases = 64;                        // of a pointer
constexpr std::int64_t max_distance = std::int64_t{1} << 40; // of pointers that are followed
constexpr std::size_t max_size = 400; // operators of one value: beyond, it is an atom

std::size_t size_of_tree(Expr e) {
  std::size_t n = 0;
  std::vector<Expr> work{e};
  while (!work.empty() && n < max_size) {
    const Expr x = work.back();
    work.pop_back();
    ++n;
    work.insert(work.end(), x->args.begin(), x->args.end());
  }
  return n;
}

bool is_one(Expr e) { return constant_value(e) == std::optional<std::int64_t>(1); }

} // namespace

std::vector<Expr> bases_of(const HostValue& pointer) {
  std::vector<Expr> all{pointer.e};
  all.insert(all.end(), pointer.bases.begin(), pointer.bases.end());
  return all;
}

std::optional<Type> HostWalk::type_of(clang::QualType type, const clang::ASTContext& ast) {
  if (type.isNull() || type->isDependentType()) return std::nullopt;
  type = type.getCanonicalType();
  if (type->isBooleanType()) return Type::boolean();
  if (!type->isIntegralOrEnumerationType() || ast.getTypeSize(type) > 64) return std::nullopt;
  return Type::integer(static_cast<unsigned>(ast.getTypeSize(type)),
                       type->isSignedIntegerOrEnumerationType());
}

HostValue HostWalk::number(Expr e) const {
  HostValue v;
  if (!e || size_of_tree(e) >= max_size) return v;
  v.kind = HostValue::Kind::integer;
  v.e = e;
  return v;
}

// A value of which nothing is known.
HostValue HostWalk::fresh(clang::QualType type, const std::string& name, Loc loc) {
  HostValue v;
  if (type.isNull() || type->isDependentType()) return v;
  const auto atom = [&](Type t) {
    return pool_.symbol_ref(pool_.new_symbol({"host:" + name, t, Role::parameter, 0, {}, {}, loc}));
  };
  if (const auto t = type_of(type, ast_)) return number(atom(*t));
  if (type->isPointerType()) {
    v.kind = HostValue::Kind::pointer;
    v.e = atom(Type::i64());
  }
  return v;
}

std::optional<Expr> HostWalk::truth(const HostValue& v) {
  if (!v.is_integer()) return std::nullopt;
  return v.e->type.is_bool() ? v.e : pool_.ne(v.e, pool_.constant(0, v.e->type));
}

HostValue HostWalk::convert(const HostValue& v, clang::QualType to) {
  using Kind = HostValue::Kind;
  if (!v.known() || to.isNull()) return {};
  to = to.getNonReferenceType().getCanonicalType();
  if (to->isBooleanType()) {
    const auto t = truth(v);
    return t ? number(*t) : HostValue{};
  }
  if (const auto t = type_of(to, ast_)) {
    if (v.kind == Kind::quotient)
      return number(pool_.cast(is_one(v.divisor) ? v.e : exact(v, pool_.div(v.e, v.divisor)), *t));
    if (!v.is_integer()) return {};
    if (v.e->type.is_bool())
      return number(pool_.ite(v.e, pool_.constant(1, *t), pool_.constant(0, *t)));
    return number(pool_.cast(v.e, *t));
  }
  if (to->isRealFloatingType() && ast_.getTypeSize(to) >= 32) {
    const unsigned precision = ast_.getTypeSize(to) == 32 ? 24 : 53;
    HostValue r = v;
    if (v.kind == Kind::quotient) {
      // a quotient rounded twice may have reached a whole number
      if (!is_one(v.divisor) && precision != v.precision) return {};
      r.precision = std::min(precision, v.precision);
      return r;
    }
    if (!v.is_integer() || v.e->type.is_bool()) return {};
    if (v.e->type.width == 64 && !v.e->type.is_signed) return {};
    r.kind = Kind::quotient;
    r.e = pool_.cast(v.e, Type::i64());
    r.divisor = pool_.constant(1, Type::i64());
    r.precision = precision;
    return r;
  }
  if (to->isPointerType() && (v.is_pointer() || v.kind == Kind::function)) return v;
  if (to->isRecordType() || to->isArrayType()) return v.kind == Kind::record ? v : HostValue{};
  return {};
}

// `result` where the operands of the quotient are represented exactly, else anything. The rounded
// quotient of such numbers is on the same side of every whole number as the true one: they differ
// by less than 2^-precision of it, and a quotient that is not whole is 1 / divisor away from one.
Expr HostWalk::exact(const HostValue& q, Expr result) {
  const std::int64_t limit = (std::int64_t{1} << q.precision) - 1;
  std::vector<Expr> within;
  for (Expr e : {q.e, q.divisor}) {
    Interval i = interval(pool_, e);
    // a product of ints is one, whatever unbounded integers make of it
    if (e->op == Op::cast && e->args[0]->type.is_int() && e->args[0]->type.width <= 32)
      i = type_range(e->args[0]->type);
    if (!i.low || *i.low < -limit)
      within.push_back(pool_.le(pool_.constant(-limit, Type::i64()), e));
    if (!i.high || *i.high > limit)
      within.push_back(pool_.le(e, pool_.constant(limit, Type::i64())));
  }
  const Expr known = pool_.all(within);
  if (is_true(known)) return result;
  return pool_.ite(known, result, fresh(ast_.LongTy, "a rounded quotient", loc_).e);
}

// ceil and floor.
HostValue HostWalk::rounded(const HostValue& v, bool up) {
  if (v.is_integer()) return convert(v, ast_.DoubleTy);
  if (v.kind != HostValue::Kind::quotient) return {};
  const auto divisor = constant_value(v.divisor);
  const Interval range = interval(pool_, v.divisor);
  if (!divisor && !(range.low && *range.low > 0)) return {};
  if (divisor && *divisor <= 0) return {};
  const Expr one = pool_.constant(1, Type::i64()), zero = pool_.constant(0, Type::i64());
  const Expr toward_zero = pool_.div(v.e, v.divisor), below = pool_.sub(v.divisor, one);
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

HostValue HostWalk::floating(clang::BinaryOperatorKind op, const HostValue& a, const HostValue& b) {
  if (a.kind != HostValue::Kind::quotient || b.kind != a.kind) return {};
  if (!is_one(a.divisor) || !is_one(b.divisor)) return {};
  HostValue r = a;
  r.precision = std::min(a.precision, b.precision);
  if (op == clang::BO_Div) {
    r.divisor = b.e;
    return r;
  }
  if (op != clang::BO_Mul) return {};
  if (is_one(b.e)) return r;
  if (!is_one(a.e)) return {};
  r.e = b.e;
  return r;
}

// Operands have the types that Clang converted them to.
HostValue HostWalk::arithmetic(clang::BinaryOperatorKind op, const HostValue& a,
                               const HostValue& b) {
  if (!a.is_integer() || !b.is_integer()) return floating(op, a, b);
  const bool shifts = op == clang::BO_Shl || op == clang::BO_Shr;
  const bool computes =
      op <= clang::BO_Shr || op == clang::BO_And || op == clang::BO_Or || op == clang::BO_Xor;
  Expr x = a.e, y = b.e;
  if (shifts && x->type.is_int() && y->type.is_int()) y = pool_.cast(y, x->type);
  if (x->type != y->type) return {};
  if (computes && !x->type.is_int()) return {};
  if (x->type.is_bool() && op != clang::BO_EQ && op != clang::BO_NE) return {};
  switch (op) {
  case clang::BO_Add:
    return number(pool_.add(x, y));
  case clang::BO_Sub:
    return number(pool_.sub(x, y));
  case clang::BO_Mul:
    return number(pool_.mul(x, y));
  case clang::BO_Div:
    return number(pool_.div(x, y));
  case clang::BO_Rem:
    return number(pool_.rem(x, y));
  case clang::BO_Shl:
    return number(pool_.shl(x, y));
  case clang::BO_Shr:
    return number(pool_.shr(x, y));
  case clang::BO_And:
    return number(pool_.bit_and(x, y));
  case clang::BO_Or:
    return number(pool_.bit_or(x, y));
  case clang::BO_Xor:
    return number(pool_.bit_xor(x, y));
  case clang::BO_LT:
    return number(pool_.lt(x, y));
  case clang::BO_GT:
    return number(pool_.gt(x, y));
  case clang::BO_LE:
    return number(pool_.le(x, y));
  case clang::BO_GE:
    return number(pool_.ge(x, y));
  case clang::BO_EQ:
    return number(pool_.eq(x, y));
  case clang::BO_NE:
    return number(pool_.ne(x, y));
  default:
    return {};
  }
}

// p + 4, p - n
HostValue HostWalk::moved(const HostValue& pointer, const HostValue& by, clang::QualType pointee,
                          bool forward) {
  const auto n = by.is_integer() ? constant_value(by.e) : std::nullopt;
  if (!pointer.is_pointer()) return {};
  if (n && *n == 0) return pointer;
  share_targets(pointer); // whoever gets the result may write there
  if (!by.is_integer() || (n && (*n > max_distance || *n < -max_distance))) return {};
  if (pointee->isIncompleteType() || pointee->isDependentType()) return {};
  if (!n) return moved_by_size(pointer, by, pointee, forward);
  HostValue v = pointer;
  v.target = nullptr;
  v.offset += *n * ast_.getTypeSizeInChars(pointee).getQuantity() * (forward ? 1 : -1);
  return v;
}

// p + n: a pointer of its own, of which it is known where it is.
HostValue HostWalk::moved_by_size(const HostValue& pointer, const HostValue& by,
                                  clang::QualType pointee, bool forward) {
  const std::int64_t size = ast_.getTypeSizeInChars(pointee).getQuantity();
  const Behind& before = pointer.behind;
  const Expr steps = by.e->type.is_int() ? pool_.cast(by.e, Type::i64()) : nullptr;
  if (!steps || !pointer.bases.empty() || size <= 0 || pointer.offset % size != 0 ||
      (before.base && before.size != size))
    return {};
  Expr count = before.base ? before.count : pool_.constant(0, Type::i64());
  count = pool_.add(count, pool_.constant(pointer.offset / size, Type::i64()));
  HostValue v = fresh(ast_.VoidPtrTy, "pointer", loc_);
  v.behind = {before.base ? before.base : pointer.e,
              forward ? pool_.add(count, steps) : pool_.sub(count, steps), size};
  return v;
}

void HostWalk::add_bases(const HostValue& v, std::vector<Expr>& to) {
  for (Expr e : v.is_pointer() ? bases_of(v) : std::vector<Expr>{})
    add_base(e, to);
}
// Of too many, copies of copies are left out first; of pointers that have names of their own none
// is: then it may be anything.
void HostWalk::add_base(Expr e, std::vector<Expr>& to) {
  if (std::ranges::find(to, e) != to.end() || std::ranges::any_of(to, is_true)) return;
  if (to.size() < max_bases) return to.push_back(e);
  if (made_up_.contains(e)) return;
  const auto other = std::ranges::find_if(to, [&](Expr b) { return made_up_.contains(b); });
  if (other != to.end())
    *other = e;
  else
    to.push_back(pool_.boolean(true));
}

// As add_base(), with the last change.
void HostWalk::note_put(Expr e, std::vector<Put>& to) const {
  if (const auto it = std::ranges::find(to, e, &Put::e); it != to.end()) {
    if (state_.has_left_out(it->change)) it->change = 0;
    return;
  }
  if (to.size() < max_bases) return to.push_back({e, changes_});
  if (made_up_.contains(e)) return;
  const auto other = std::ranges::find_if(to, [&](const Put& p) { return made_up_.contains(p.e); });
  if (other != to.end())
    *other = {e, changes_};
  else if (std::ranges::none_of(to, [](const Put& p) { return is_true(p.e); }))
    to.push_back({pool_.boolean(true), 0});
}

// What was put there on ways that lead here.
void HostWalk::add_put(const std::vector<Put>& all, std::vector<Expr>& to) {
  for (const Put& p : all)
    if (!state_.has_left_out(p.change)) add_base(p.e, to);
}

// v, which may be any pointer that there is.
HostValue HostWalk::anything(HostValue v) {
  v.bases.push_back(pool_.boolean(true));
  chosen_[v.e] = v.bases;
  return v;
}

// v, which may be any of these pointers.
HostValue HostWalk::chosen_from(HostValue v, const std::vector<HostValue>& pointers) {
  for (const HostValue& p : pointers)
    add_bases(p, v.bases);
  made_up_.insert(v.e);
  chosen_[v.e] = v.bases;
  return v;
}

// One of two pointers.
HostValue HostWalk::one_of(const HostValue& a, const HostValue& b) {
  if (a.e == b.e && a.offset == b.offset) return a;
  return chosen_from(fresh(ast_.VoidPtrTy, "pointer", loc_), {a, b});
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
  if (a.is_pointer() && b.is_pointer()) return one_of(a, b);
  if (!a.is_integer() || !b.is_integer() || a.e->type != b.e->type) return {};
  return number(either(cond, a.e, b.e));
}

// Zero or a power of two, as far as it is known.
bool HostWalk::is_power(Expr e) const {
  if (const auto c = constant_value(e))
    return *c >= 0 && (*c == 0 || std::has_single_bit(static_cast<std::uint64_t>(*c)));
  if (std::ranges::find(state_.powers, e) != state_.powers.end()) return true;
  if (e->op == Op::shl || e->op == Op::shr) return is_power(e->args[0]);
  return (e->op == Op::div || e->op == Op::mul) && is_power(e->args[0]) && is_power(e->args[1]);
}

} // namespace heddle::cuda
