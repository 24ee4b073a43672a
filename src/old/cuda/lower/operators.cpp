// C's operators on values; casts and initialisers.
#include "cuda/lower/internal.hpp"

#include <algorithm>

namespace heddle::cuda {

// Of a +- b, where one of them is the address of something. Addresses of 32 bits wrap around: what
// is added counts as signed, as no object is larger.
std::optional<Pointer> Lowering::moved_address(BinaryOp op, const Value& a, const Value& b,
                                               Loc loc) {
  if (a.address.has_value() == b.address.has_value()) return std::nullopt;
  if (op == BinaryOp::sub && b.address) return std::nullopt;
  Pointer moved = a.address ? *a.address : *b.address;
  Value distance = a.address ? b : a;
  if (distance.type->width == 32) distance = convert(distance, make_integer(32, true), loc);
  const Expr bytes = to_i64(distance, loc);
  moved.offset =
      op == BinaryOp::add ? pool_->add(moved.offset, bytes) : pool_->sub(moved.offset, bytes);
  return moved;
}

namespace {

// x * c with a large c of 64 bits, as hashes and random numbers have it: meant to wrap, and there
// are no wider integers to say that in. (Of 32 bits: Pool::mul.)
bool hashes(const Pool& pool, Expr x, Expr c) {
  if (c->type != Type::u64() || c->op != Op::constant || x->op == Op::constant) return false;
  const auto factor = static_cast<std::uint64_t>(c->value);
  if (factor >> 32 == 0) return false;
  const Interval range = interval(pool, x);
  return !range.high || static_cast<std::uint64_t>(*range.high) > UINT64_MAX / factor;
}

} // namespace

Value Lowering::arithmetic(BinaryOp op, const Value& a, const Value& b, Loc loc) {
  if (!a.type->is_arithmetic() || !b.type->is_arithmetic() || !a.scalar || !b.scalar) {
    const CT type = a.type->is_arithmetic()   ? a.type
                    : b.type->is_arithmetic() ? b.type
                                              : make_integer(32, true);
    return unknown_value(type,
                         std::string("'") + spell_operator(op) + "' on '" + to_string(a.type) +
                             "' and '" + to_string(b.type) + "'",
                         loc);
  }
  const CT type = common_type(a.type, b.type);
  if (a.scalar->type.is_bool() && b.scalar->type.is_bool()) { // `p == q | p == r` stays a condition
    if (op == BinaryOp::bit_and)
      return convert(bool_value(pool_->logical_and(a.scalar, b.scalar)), type, loc);
    if (op == BinaryOp::bit_or)
      return convert(bool_value(pool_->logical_or(a.scalar, b.scalar)), type, loc);
    if (op == BinaryOp::bit_xor)
      return convert(bool_value(pool_->ne(a.scalar, b.scalar)), type, loc);
  }
  const Expr x = convert(a, type, loc).scalar, y = convert(b, type, loc).scalar;
  if (type->is(CType::Kind::floating)) {
    const char* name = op == BinaryOp::add   ? "fadd"
                       : op == BinaryOp::sub ? "fsub"
                       : op == BinaryOp::mul ? "fmul"
                                             : "fdiv";
    return make_scalar(type, pure(name, value_type(type), {x, y}));
  }
  switch (op) {
  case BinaryOp::add:
  case BinaryOp::sub: {
    Value sum = make_scalar(type, op == BinaryOp::add ? pool_->add(x, y) : pool_->sub(x, y));
    sum.address = moved_address(op, convert(a, type, loc), convert(b, type, loc), loc);
    return sum;
  }
  case BinaryOp::mul:
    if (hashes(*pool_, x, y) || hashes(*pool_, y, x))
      return make_scalar(type, pure("umul64", value_type(type), {x, y}));
    return make_scalar(type, pool_->mul(x, y));
  case BinaryOp::div:
    return make_scalar(type, pool_->div(x, y));
  case BinaryOp::rem:
    return make_scalar(type, pool_->rem(x, y));
  case BinaryOp::bit_and:
    return make_scalar(type, pool_->bit_and(x, y));
  case BinaryOp::bit_or:
    return make_scalar(type, pool_->bit_or(x, y));
  case BinaryOp::bit_xor:
    return make_scalar(type, pool_->bit_xor(x, y));
  case BinaryOp::shl:
  case BinaryOp::shr:
  case BinaryOp::lt:
  case BinaryOp::gt:
  case BinaryOp::le:
  case BinaryOp::ge:
  case BinaryOp::eq:
  case BinaryOp::ne:
  case BinaryOp::logical_and:
  case BinaryOp::logical_or:
  case BinaryOp::comma:
    break;
  }
  return unknown_value(type, "", loc);
}

Value Lowering::shift(BinaryOp op, const Value& a, const Value& b, Loc loc) {
  if (!a.type->is_integral() || !b.type->is_integral())
    return unknown_value(a.type, "a shift of a value that is no integer", loc);
  const CT type = promoted(a.type);
  const Expr x = convert(a, type, loc).scalar, y = convert(b, type, loc).scalar;
  return make_scalar(type, op == BinaryOp::shl ? pool_->shl(x, y) : pool_->shr(x, y));
}

Value Lowering::compare(BinaryOp op, const Value& a, const Value& b, Loc loc) {
  if (!a.type->is_arithmetic() || !b.type->is_arithmetic() || !a.scalar || !b.scalar)
    return unknown_value(
        make_bool(), "a comparison of '" + to_string(a.type) + "' and '" + to_string(b.type) + "'",
        loc);
  const bool equality = op == BinaryOp::eq || op == BinaryOp::ne;
  if (equality && a.scalar->type.is_bool() && b.scalar->type.is_bool()) {
    const Expr same = pool_->eq(a.scalar, b.scalar);
    return bool_value(op == BinaryOp::eq ? same : pool_->logical_not(same));
  }
  const CT type = common_type(a.type, b.type);
  const Expr x = convert(a, type, loc).scalar, y = convert(b, type, loc).scalar;
  if (type->is(CType::Kind::floating)) {
    const auto f = [&](const char* name, Expr p, Expr q) {
      return pure(name, Type::boolean(), {p, q});
    };
    switch (op) {
    case BinaryOp::lt:
      return bool_value(f("flt", x, y));
    case BinaryOp::gt:
      return bool_value(f("flt", y, x));
    case BinaryOp::le:
      return bool_value(f("fle", x, y));
    case BinaryOp::ge:
      return bool_value(f("fle", y, x));
    case BinaryOp::eq:
      return bool_value(f("feq", x, y));
    default:
      return bool_value(pool_->logical_not(f("feq", x, y)));
    }
  }
  switch (op) {
  case BinaryOp::lt:
    return bool_value(pool_->lt(x, y));
  case BinaryOp::gt:
    return bool_value(pool_->gt(x, y));
  case BinaryOp::le:
    return bool_value(pool_->le(x, y));
  case BinaryOp::ge:
    return bool_value(pool_->ge(x, y));
  case BinaryOp::eq:
    return bool_value(pool_->eq(x, y));
  default:
    return bool_value(pool_->ne(x, y));
  }
}

Value Lowering::binary(BinaryOp op, const Value& a, const Value& b, Loc loc) {
  const bool comparison = op == BinaryOp::lt || op == BinaryOp::gt || op == BinaryOp::le ||
                          op == BinaryOp::ge || op == BinaryOp::eq || op == BinaryOp::ne;
  if (is_packed_halves(a.type) && same_type(a.type, b.type)) return binary_halves(op, a, b, loc);
  if (comparison && (a.pointer || b.pointer)) {
    const CT type = a.pointer ? a.type : b.type;
    return pointer_compare(op, convert(a, type, loc), convert(b, type, loc), loc);
  }
  if (comparison) return compare(op, a, b, loc);
  if (op == BinaryOp::add && a.pointer && b.type->is_integral())
    return pointer_add(a, to_i64(b, loc), loc);
  if (op == BinaryOp::add && b.pointer && a.type->is_integral())
    return pointer_add(b, to_i64(a, loc), loc);
  if (op == BinaryOp::sub && a.pointer && b.pointer) return pointer_difference(a, b, loc);
  if (op == BinaryOp::sub && a.pointer && b.type->is_integral())
    return pointer_add(a, pool_->neg(to_i64(b, loc)), loc);
  if (op == BinaryOp::shl || op == BinaryOp::shr) return shift(op, a, b, loc);
  if (op == BinaryOp::logical_and)
    return bool_value(pool_->logical_and(truth(a, loc), truth(b, loc)));
  if (op == BinaryOp::logical_or)
    return bool_value(pool_->logical_or(truth(a, loc), truth(b, loc)));
  if (op == BinaryOp::comma) return b;
  return arithmetic(op, a, b, loc);
}

Value Lowering::negate(const Value& v, Loc loc) {
  if (v.type->is(CType::Kind::floating)) {
    const Expr e = v.scalar;
    if (e->op == Op::apply && e->args.empty()) {
      const std::string& text = pool_->function(e).name;
      const std::string flipped = text[0] == '-' ? text.substr(1) : "-" + text;
      return make_scalar(v.type, pure(flipped, e->type, {}));
    }
    return make_scalar(v.type, pure("fneg", value_type(v.type), {e}));
  }
  if (!v.type->is_integral())
    return unknown_value(v.type, "a negation of type '" + to_string(v.type) + "'", loc);
  const CT type = promoted(v.type);
  return make_scalar(type, pool_->neg(convert(v, type, loc).scalar));
}

LValue Lowering::eval_node(const UnaryExpr& n, const ExprNode& e) {
  switch (n.op) {
  case UnaryOp::pre_inc:
  case UnaryOp::pre_dec:
  case UnaryOp::post_inc:
  case UnaryOp::post_dec:
    return increment(n, e, false);
  case UnaryOp::deref: {
    const LValue operand = eval_lvalue(n.operand);
    if (operand.type->is(CType::Kind::record)) {
      std::vector<Argument> args{{operand.type, operand, e.loc, n.operand, !operand.value}};
      if (auto r = operator_call("*", args, e.loc)) return *r;
    }
    return deref(value_of(operand), e.loc);
  }
  case UnaryOp::address_of: {
    LValue l = eval_lvalue(n.operand);
    if (l.type->is(CType::Kind::function)) return l;
    return temporary(pointer_value(make_pointer(l.type), address(l)), e.loc);
  }
  case UnaryOp::plus:
  case UnaryOp::minus:
  case UnaryOp::logical_not:
  case UnaryOp::bit_not:
    break;
  }
  const LValue operand = eval_lvalue(n.operand);
  if (operand.type->is(CType::Kind::record)) {
    std::vector<Argument> args{{operand.type, operand, e.loc, n.operand, !operand.value}};
    const char* op = n.op == UnaryOp::plus      ? "+"
                     : n.op == UnaryOp::minus   ? "-"
                     : n.op == UnaryOp::bit_not ? "~"
                                                : "!";
    if (auto r = operator_call(op, args, e.loc)) return *r;
    if (is_packed_halves(operand.type) && n.op == UnaryOp::minus)
      return temporary(negate_halves(load(operand), e.loc), e.loc);
    if (n.op == UnaryOp::logical_not) return unary(n.op, as_condition(operand, e.loc), e);
    if (const auto v = as_operand(operand, e.loc)) return unary(n.op, *v, e);
    return temporary(
        not_understood(std::string("'") + op + "' on type '" + to_string(operand.type) + "'",
                       e.loc),
        e.loc);
  }
  return unary(n.op, value_of(operand), e);
}

// +, -, ! and ~.
LValue Lowering::unary(UnaryOp op, const Value& v, const ExprNode& e) {
  if (op == UnaryOp::minus) return temporary(negate(v, e.loc), e.loc);
  if (op == UnaryOp::logical_not)
    return temporary(bool_value(pool_->logical_not(truth(v, e.loc))), e.loc);
  if (v.type->is_integral() && v.scalar) {
    const CT type = promoted(v.type);
    const Expr x = convert(v, type, e.loc).scalar;
    return temporary(make_scalar(type, op == UnaryOp::bit_not ? pool_->bit_not(x) : x), e.loc);
  }
  return temporary(v, e.loc);
}

namespace {

// A class that has a method of this name.
bool declares(const Item& item, const std::string& name) {
  const auto* record = std::get_if<RecordDecl>(&item.decl->node);
  return record && std::ranges::any_of(record->members, [&](const DeclPtr& m) {
           const auto* tmpl = std::get_if<TemplateDecl>(&m->node);
           const auto* f = std::get_if<FunctionDecl>(tmpl ? &tmpl->decl->node : &m->node);
           return f && f->name.parts.back().identifier == name;
         });
}

} // namespace

// Does the file say what `&&`, `||` or `,` mean for the classes of these operands?
bool Lowering::is_overloaded(const BinaryExpr& n) {
  const std::string name = std::string("operator") + spell_operator(n.op);
  QualifiedName q;
  q.parts.push_back({name, std::nullopt});
  const bool somewhere = program_.find(program_.functions, q, frame().scope) ||
                         std::ranges::any_of(program_.records, [&](const auto& items) {
                           return std::ranges::any_of(items.second, [&](const Item& item) {
                             return declares(item, name);
                           });
                         });
  return somewhere &&
         (type_of(n.left)->is(CType::Kind::record) || type_of(n.right)->is(CType::Kind::record));
}

LValue Lowering::eval_node(const BinaryExpr& n, const ExprNode& e) {
  const bool in_order =
      n.op == BinaryOp::comma || n.op == BinaryOp::logical_and || n.op == BinaryOp::logical_or;
  if (in_order && is_overloaded(n))
    return temporary(
        not_understood(std::string("an overloaded '") + spell_operator(n.op) + "'", e.loc), e.loc);
  if (n.op == BinaryOp::comma) {
    eval_discard(n.left);
    return eval_lvalue(n.right);
  }
  if (n.op == BinaryOp::logical_and || n.op == BinaryOp::logical_or)
    return temporary(short_circuit(n, e), e.loc);
  LValue left = eval_lvalue(n.left);
  // An operator may take an object by reference: it is not read here.
  const bool object = left.type->is(CType::Kind::record);
  Value a;
  if (!object) a = value_of(left);
  const Mark after = mark();
  const LValue right = eval_lvalue(n.right);
  if (!object && !right.type->is(CType::Kind::record)) {
    const Value b = value_of(right);
    protect(a, after);
    return temporary(binary(n.op, a, b, e.loc), e.loc);
  }
  if (object)
    protect(left, after);
  else
    protect(a, after);
  if (!object) left = temporary(a, n.left->loc);
  std::vector<Argument> args{{left.type, left, n.left->loc, n.left, !left.value},
                             {right.type, right, n.right->loc, n.right, !right.value}};
  if (auto r = operator_call(spell_operator(n.op), args, e.loc)) return *r;
  if (is_packed_halves(left.type) && same_type(left.type, right.type))
    return temporary(binary(n.op, load(left), load(right), e.loc), e.loc);
  if (const auto x = as_operand(left, n.left->loc)) {
    const Mark converted = mark();
    if (const auto y = as_operand(right, n.right->loc)) {
      Value first = *x;
      protect(first, converted);
      return temporary(binary(n.op, first, *y, e.loc), e.loc);
    }
  }
  return temporary(not_understood(std::string("'") + spell_operator(n.op) + "' on types '" +
                                      to_string(left.type) + "' and '" + to_string(right.type) +
                                      "'",
                                  e.loc),
                   e.loc);
}

LValue Lowering::eval_node(const CastExpr& n, const ExprNode& e) {
  const CT type = resolve(n.type);
  if (type->is(CType::Kind::void_)) {
    eval_discard(n.operand);
    return temporary({make_void(), nullptr, {}, {}}, e.loc);
  }
  if (auto whole = whole_object(n, type, e.loc)) return *whole;
  if (type->is(CType::Kind::reference)) {
    LValue l = eval_lvalue(n.operand);
    if (steps_to_base(l.type, type->to) > 0) return bound_to(type->to, std::move(l), e.loc);
    const Value p = pointer_value(make_pointer(type->to), address(l));
    return deref(p, e.loc);
  }
  // A constructor may take its argument by reference: it is not read here.
  if (type->is(CType::Kind::record) && !same_type(type_of(n.operand), type))
    return temporary(construct(type, {n.operand}, false, e.loc), e.loc);
  if (has_own_copy(type)) return temporary(eval_initialiser(type, n.operand), e.loc);
  const bool choice = std::holds_alternative<ConditionalExpr>(n.operand->node);
  const LValue from = choice ? temporary(eval(n.operand), e.loc) : eval_lvalue(n.operand);
  if (from.type->is(CType::Kind::record) && !same_type(from.type, type))
    if (auto c = conversion(from, type, e.loc, true)) return temporary(*c, e.loc);
  return temporary(convert(value_of(from), type, e.loc), e.loc);
}

LValue Lowering::eval_node(const ConstructExpr& n, const ExprNode& e) {
  const CT type = resolve(n.type);
  if (has_destructor(type) && !destroys_quietly(type, e.loc))
    unsupported("an object of type '" + to_string(type) + "', which has a destructor", e.loc);
  return temporary(construct(type, n.args, n.braces, e.loc), e.loc);
}

LValue Lowering::eval_node(const InitListExpr& n, const ExprNode& e) {
  if (n.items.size() == 1) return temporary(eval(n.items[0]), e.loc);
  for (const ExprPtr& item : n.items)
    eval_discard(item);
  return temporary(not_understood("an initialiser list here", e.loc), e.loc);
}

LValue Lowering::eval_node(const SizeofExpr& n, const ExprNode& e) {
  const CT u64 = make_integer(64, false, "size_t");
  if (const auto* text = n.operand ? std::get_if<StringLiteral>(&n.operand->node) : nullptr)
    return temporary(int_value(static_cast<std::int64_t>(text->value.size()) + 1, u64), e.loc);
  CT type = n.type ? resolve(n.type) : unevaluated_type(n.operand);
  if (n.type && n.operand && type->is(CType::Kind::unknown)) type = unevaluated_type(n.operand);
  if (n.alignof_ && !type->is(CType::Kind::unknown))
    return temporary(int_value(align_of(type), u64), e.loc);
  if (auto size = n.alignof_ ? std::nullopt : size_of(type))
    return temporary(int_value(*size, u64), e.loc);
  return temporary(unknown_value(u64, "the size of '" + to_string(type) + "'", e.loc, Scope::grid),
                   e.loc);
}

// ---- initialisers -------------------------------------------------------------------------------

// `is_direct`: as in `T x(e)`.
Value Lowering::eval_initialiser(const CT& type, const ExprPtr& e, bool is_direct) {
  if (auto* list = std::get_if<InitListExpr>(&e->node))
    return init_list(type, list->items, list->designators, e->loc);
  if (type->is(CType::Kind::record)) {
    // A constructor may take what is not a value by reference.
    const bool constructs = has_constructor(*type->record) || copies_parts(*type->record);
    const LValue from = constructs ? eval_lvalue(e) : temporary(eval(e), e->loc);
    return copy_initialised(type, {from.type, from, e->loc, e, !from.value}, e->loc, is_direct);
  }
  if (std::holds_alternative<ConditionalExpr>(e->node)) return convert(eval(e), type, e->loc);
  const LValue from = eval_lvalue(e);
  if (from.type->is(CType::Kind::record))
    if (auto c = conversion(from, type, e->loc, is_direct)) return *c;
  return convert(value_of(from), type, e->loc);
}

} // namespace heddle::cuda
