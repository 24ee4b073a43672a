// Host expressions: names, calls, and what their evaluation changes.
#include "cuda/host/walk.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace heddle::cuda {

namespace {

constexpr unsigned max_depth = 200; // of expressions and calls
constexpr unsigned max_steps = 100'000;

struct Count {
  explicit Count(unsigned& n) : n_(n) { ++n_; }
  ~Count() { --n_; }
  Count(const Count&) = delete;
  Count& operator=(const Count&) = delete;
  unsigned& n_;
};

} // namespace

// A written type, with the names of the function's own types and template parameters.
CT HostWalk::type_of(const TypePtr& type) const {
  const auto* named = type ? std::get_if<NamedType>(&type->node) : nullptr;
  if (named && named->name.parts.size() == 1)
    if (auto it = types_.find(plain_name(named->name)); it != types_.end())
      return with_qualifiers(it->second, type->is_const, type->is_volatile);
  if (auto* reference = type ? std::get_if<ReferenceType>(&type->node) : nullptr)
    return make_reference(type_of(reference->to));
  if (auto* pointer = type ? std::get_if<PointerType>(&type->node) : nullptr)
    return with_qualifiers(make_pointer(type_of(pointer->to)), type->is_const, type->is_volatile);
  return env_.names.type(type);
}

// &p[4] of a pointer: nobody gets to know the variable by it.
const IndexExpr* HostWalk::element_address(const ExprPtr& e) {
  const auto* address = e ? std::get_if<UnaryExpr>(&e->node) : nullptr;
  if (!address || address->op != UnaryOp::address_of) return nullptr;
  const auto* index = std::get_if<IndexExpr>(&address->operand->node);
  const auto* base = index ? std::get_if<NameExpr>(&index->base->node) : nullptr;
  const bool plain = base && base->name.parts.size() == 1 && effects_.of(index->index).none();
  const Var* var = plain ? find(plain_name(base->name)) : nullptr;
  return var && var->type->is(CType::Kind::pointer) ? index : nullptr;
}

HostValue HostWalk::value(const ExprPtr& e) {
  if (!e) return {};
  if (const IndexExpr* at = element_address(e))
    return arithmetic(BinaryOp::add, eval(at->base), eval(at->index));
  const HostEffects effects = effects_.of(e);
  if (effects.none()) return eval(e);
  if (const auto* a = std::get_if<AssignExpr>(&e->node); a && !contains(e)) {
    run(e); // m = n = 4
    return effects_.of(a->left).none() ? eval(a->left) : HostValue{};
  }
  apply(effects);
  return {};
}

HostValue HostWalk::eval(const ExprPtr& e) {
  const Count nested(depth_);
  if (!e || depth_ > max_depth || ++steps_ > max_steps) return {};
  if (auto* n = std::get_if<NameExpr>(&e->node)) return eval_name(n->name, e->loc);
  if (auto* n = std::get_if<UnaryExpr>(&e->node)) return eval_unary(*n);
  if (auto* n = std::get_if<BinaryExpr>(&e->node)) return eval_binary(*n);
  if (auto* n = std::get_if<ConditionalExpr>(&e->node)) return eval_conditional(*n);
  if (auto* n = std::get_if<CallExpr>(&e->node)) return eval_call(*n);
  if (auto* n = std::get_if<MemberExpr>(&e->node)) return eval_member(*n);
  if (auto* n = std::get_if<IndexExpr>(&e->node)) return eval_index(*n);
  if (auto* n = std::get_if<CastExpr>(&e->node)) return convert(eval(n->operand), type_of(n->type));
  if (auto* n = std::get_if<ConstructExpr>(&e->node)) {
    const CT type = type_of(n->type);
    if (type->is(CType::Kind::record) && type->name == "dim3") return eval_dims(n->args);
    return n->args.size() == 1 ? convert(eval(n->args[0]), type) : HostValue{};
  }
  if (auto* n = std::get_if<InitListExpr>(&e->node))
    return n->items.size() == 1 ? eval(n->items[0]) : HostValue{};
  if (auto* n = std::get_if<SizeofExpr>(&e->node)) {
    if (n->operand) return eval_sizeof(*n->operand);
    const auto size = cuda::fold(e, env_.names);
    return size ? constant(*size) : HostValue{};
  }
  const bool literal = std::holds_alternative<IntLiteral>(e->node) ||
                       std::holds_alternative<FloatLiteral>(e->node) ||
                       std::holds_alternative<CharLiteral>(e->node) ||
                       std::holds_alternative<BoolLiteral>(e->node);
  const auto folded = literal ? cuda::fold(e, env_.names) : std::nullopt;
  return folded ? constant(*folded) : HostValue{};
}

// The size of an array of known length; of other variables it is not followed.
HostValue HostWalk::eval_sizeof(const ExprNode& operand) {
  const auto* name = std::get_if<NameExpr>(&operand.node);
  const Var* var = name && name->name.parts.size() == 1 ? find(plain_name(name->name)) : nullptr;
  if (!var || var->open || !var->value.items) return {};
  const std::size_t size = var->value.items->size() * var->value.type->width / 8;
  return number(pool_.constant(static_cast<std::int64_t>(size), Type::u64()),
                make_integer(64, false));
}

// One of the constants of an array.
HostValue HostWalk::element(const HostValue& list, const std::string& name, Loc loc) {
  const std::vector<Expr>& items = *list.items;
  if (std::ranges::all_of(items, [&](Expr e) { return e == items.front(); }))
    return number(items.front(), list.type);
  const HostValue v = fresh(list.type, name, loc);
  std::vector<Expr> any;
  std::int64_t divisor = 0;
  for (Expr e : items) {
    any.push_back(pool_.eq(v.e, e));
    divisor = std::gcd(divisor, e->value);
  }
  add_fact(pool_.any(any));
  if (divisor > 1)
    add_fact(
        pool_.eq(pool_.rem(v.e, pool_.constant(divisor, v.e->type)), pool_.constant(0, v.e->type)));
  return v;
}

HostValue HostWalk::eval_index(const IndexExpr& n) {
  const auto* name = std::get_if<NameExpr>(&n.base->node);
  const Var* var = name && name->name.parts.size() == 1 ? find(plain_name(name->name)) : nullptr;
  if (!var || var->open || !var->value.items) return {};
  const HostValue list = var->value;
  const HostValue index = eval(n.index);
  const auto at = index.is_integer() ? constant_value(index.e) : std::nullopt;
  if (!at) return element(list, var->name, n.base->loc);
  if (*at < 0 || *at >= static_cast<std::int64_t>(list.items->size())) return {};
  return number((*list.items)[static_cast<std::size_t>(*at)], list.type);
}

HostValue HostWalk::eval_name(const QualifiedName& name, Loc loc) {
  const std::string plain = plain_name(name);
  if (name.parts.size() == 1 && !name.global) {
    if (Var* v = find(plain)) return v->open ? fresh(v->type, plain, loc) : v->value;
    if (opaque_.contains(plain) || unknown_members_) return {};
  }
  if (name.parts.size() > 1 && !name.global) // C::size of a type that is not followed
    if (const auto it = types_.find(name.parts[0].identifier);
        it != types_.end() && it->second->is(CType::Kind::unknown))
      return {};
  if (const auto c = env_.names.name(name)) return constant(*c);
  const auto* items = env_.program.find(env_.program.globals, name, scope_);
  if (!items || name.parts.size() != 1) return {};
  const auto& var = std::get<VarDecl>(items->front().decl->node);
  const Attributes& a = var.attributes;
  if (a.device || a.constant || a.managed || a.shared || a.volatile_ || var.type->is_volatile)
    return {};
  const CT type = type_of(var.type);
  if (!type->is_integral() && !type->is(CType::Kind::pointer)) return {};
  const auto known = state_.globals.find(plain);
  if (known != state_.globals.end()) return known->second;
  return state_.globals[plain] = fresh(type, plain, loc);
}

HostValue HostWalk::eval_unary(const UnaryExpr& n) {
  if (n.op == UnaryOp::address_of) { // of an element
    const auto* at = std::get_if<IndexExpr>(&n.operand->node);
    return at ? arithmetic(BinaryOp::add, eval(at->base), eval(at->index)) : HostValue{};
  }
  const HostValue v = eval(n.operand);
  if (n.op == UnaryOp::logical_not) {
    const auto t = truth(v);
    return t ? number(pool_.logical_not(*t), make_bool()) : HostValue{};
  }
  if (!v.is_integer()) return {};
  const HostValue x = promote(v);
  if (!x.is_integer()) return {};
  if (n.op == UnaryOp::plus) return x;
  if (n.op == UnaryOp::minus) return number(pool_.neg(x.e), x.type);
  if (n.op == UnaryOp::bit_not) return number(pool_.bit_not(x.e), x.type);
  return {};
}

HostValue HostWalk::eval_binary(const BinaryExpr& n) {
  const HostValue a = eval(n.left), b = eval(n.right);
  if (n.op == BinaryOp::comma) return b;
  if (n.op != BinaryOp::logical_and && n.op != BinaryOp::logical_or) return arithmetic(n.op, a, b);
  const auto x = truth(a), y = truth(b);
  if (!x || !y) return {};
  return number(n.op == BinaryOp::logical_and ? pool_.logical_and(*x, *y)
                                              : pool_.logical_or(*x, *y),
                make_bool());
}

HostValue HostWalk::eval_conditional(const ConditionalExpr& n) {
  const auto c = truth(eval(n.cond));
  if (!c) {
    const HostValue a = eval(n.then_expr), b = eval(n.else_expr);
    const bool pointers = a.kind == HostValue::Kind::pointer && b.kind == a.kind;
    return pointers ? one_of(a, b) : HostValue{};
  }
  return choose(*c, eval(n.then_expr), eval(n.else_expr));
}

HostValue HostWalk::eval_dims(const std::vector<ExprPtr>& args) {
  if (args.size() > 3) return {};
  HostValue r{HostValue::Kind::dims, builtin_type("dim3"), nullptr, nullptr, {}, 0};
  for (std::size_t a = 0; a < 3; ++a) {
    r.axes[a] = pool_.constant(1, Type::u32());
    if (a >= args.size()) continue;
    const HostValue v = eval(args[a]);
    if (v.kind == HostValue::Kind::dims) return args.size() == 1 ? v : HostValue{};
    HostValue x = convert(v, make_integer(32, false));
    // one argument may be a dim3; of several each is a number
    if (!x.is_integer() && args.size() == 1) return {};
    if (!x.is_integer()) x = fresh(make_integer(32, false), spell(args[a]), args[a]->loc);
    r.axes[a] = x.e;
  }
  return r;
}

HostValue HostWalk::eval_member(const MemberExpr& n) {
  if (n.arrow) return {};
  const HostValue base = eval(n.base);
  if (base.kind == HostValue::Kind::record) return part_of(base, "." + n.member.identifier);
  const std::size_t axis = axis_of(n.member.identifier);
  if (base.kind != HostValue::Kind::dims || axis > 2) return {};
  return number(base.axes[axis], make_integer(32, false));
}

} // namespace heddle::cuda
