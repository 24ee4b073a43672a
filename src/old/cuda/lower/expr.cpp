// Expressions: names, members, assignments.
#include "core/visit.hpp"
#include "cuda/lower/atomic.hpp"
#include "cuda/lower/depth.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

Value Lowering::not_understood(const std::string& what, Loc loc) {
  unsupported(what, loc);
  return unknown_value(make_integer(32, true), "", loc);
}

LValue Lowering::eval_lvalue(const ExprPtr& e) {
  const Depth depth(*this);
  if (!e || depth.too_deep()) {
    const Loc loc = e ? e->loc : Loc{};
    return temporary(not_understood("an expression that is nested too deeply", loc), loc);
  }
  if (overflow_) return temporary(int_value(0, make_integer(32, true)), e->loc);
  LValue l = std::visit([&](const auto& n) { return eval_node(n, *e); }, e->node);
  if (!l.loc) l.loc = e->loc;
  return l;
}

Value Lowering::eval(const ExprPtr& e) {
  if (const auto* choice = e ? std::get_if<ConditionalExpr>(&e->node) : nullptr) {
    const Depth depth(*this);
    if (!depth.too_deep() && !overflow_) return value_of(conditional(*choice, *e, false));
  }
  return value_of(eval_lvalue(e));
}

Value Lowering::value_of(const LValue& l) {
  if (l.type && l.type->is(CType::Kind::array) && !l.value)
    return pointer_value(make_pointer(l.type->to), decay(l));
  return load(l);
}

void Lowering::eval_discard(const ExprPtr& e) {
  if (!e) return;
  const Depth depth(*this);
  if (depth.too_deep()) return unsupported("an expression that is nested too deeply", e->loc);
  if (auto* unary = std::get_if<UnaryExpr>(&e->node);
      unary && (unary->op == UnaryOp::post_inc || unary->op == UnaryOp::post_dec ||
                unary->op == UnaryOp::pre_inc || unary->op == UnaryOp::pre_dec)) {
    increment(*unary, *e, true);
  } else if (auto* assignment = std::get_if<AssignExpr>(&e->node)) {
    assign_expr(*assignment, *e, true);
  } else if (auto* c = std::get_if<CallExpr>(&e->node)) {
    call(*c, *e, true);
  } else if (auto* binary = std::get_if<BinaryExpr>(&e->node);
             binary && binary->op == BinaryOp::comma && !is_overloaded(*binary)) {
    eval_discard(binary->left);
    eval_discard(binary->right);
  } else if (auto* cast = std::get_if<CastExpr>(&e->node);
             cast && resolve(cast->type)->is(CType::Kind::void_)) {
    eval_discard(cast->operand);
  } else {
    // a volatile object is read even when nothing uses its value
    const LValue l = eval_lvalue(e);
    if (l.type && l.type->is_volatile && !l.value && !l.type->is(CType::Kind::array)) load(l);
  }
}

Expr Lowering::eval_condition(const ExprPtr& e) {
  if (std::holds_alternative<ConditionalExpr>(e->node)) return truth(eval(e), e->loc);
  return truth(as_condition(eval_lvalue(e), e->loc), e->loc);
}

core::Block Lowering::without_effect(const std::function<void()>& f) {
  const bool again = again_, exits = exits_;
  const auto stages = stages_;
  const std::size_t statements = statements_;
  core::Block block = collect(f);
  again_ = again;
  exits_ = exits;
  stages_ = stages;
  statements_ = statements;
  return block;
}

CT Lowering::type_of(const ExprPtr& e) {
  CT type;
  without_effect([&] { type = eval_lvalue(e).type; });
  return type ? type : make_unknown("?");
}

std::optional<LValue> Lowering::unevaluated(const ExprPtr& e) {
  LValue l;
  bool understood = true;
  core::for_each_statement(without_effect([&] { l = eval_lvalue(e); }), [&](const core::Stmt& s) {
    understood &= !std::holds_alternative<core::Unsupported>(s.node);
  });
  return l.type && understood ? std::optional(l) : std::nullopt;
}

CT Lowering::unevaluated_type(const ExprPtr& e) {
  const auto l = unevaluated(e);
  return l ? l->type : make_unknown("an expression that is not understood");
}

CT Lowering::decltype_of(const DecltypeType& n) {
  const auto l = unevaluated(n.of);
  if (!l) return make_unknown("an expression that is not understood");
  const bool is_name = std::holds_alternative<NameExpr>(n.of->node);
  if (!n.in_parentheses && (is_name || std::holds_alternative<MemberExpr>(n.of->node)))
    return l->refers ? make_reference(l->type) : l->type;
  switch (category(n.of, *l)) {
  case Category::lvalue:
    return make_reference(l->type);
  case Category::rvalue:
    return std::holds_alternative<CallExpr>(n.of->node) && !l->value ? make_reference(l->type, true)
                                                                     : l->type;
  case Category::open:
    break;
  }
  return make_unknown("an expression that may be an lvalue");
}

// ---- literals -----------------------------------------------------------------------------------

LValue Lowering::eval_node(const IntLiteral&, const ExprNode& e) {
  const ExprPtr self(std::shared_ptr<void>(), &e);
  const FoldValue v = *cuda::fold(self, {});
  return temporary(int_value(v.integer, v.type), e.loc);
}
LValue Lowering::eval_node(const FloatLiteral&, const ExprNode& e) {
  const ExprPtr self(std::shared_ptr<void>(), &e);
  if (auto v = cuda::fold(self, {})) return temporary(float_literal(v->floating, v->type), e.loc);
  return temporary(unknown_value(make_floating(64, "double"), "", e.loc), e.loc);
}
LValue Lowering::eval_node(const CharLiteral& n, const ExprNode& e) {
  return temporary(int_value(n.value, make_integer(8, true, "char")), e.loc);
}
LValue Lowering::eval_node(const StringLiteral&, const ExprNode& e) {
  const CT type = make_pointer(with_qualifiers(make_integer(8, true, "char"), true, false));
  return temporary(pointer_value(type, unknown_pointer("a string literal")), e.loc);
}
LValue Lowering::eval_node(const BoolLiteral& n, const ExprNode& e) {
  return temporary(bool_value(pool_->boolean(n.value)), e.loc);
}
LValue Lowering::eval_node(const NullptrLiteral&, const ExprNode& e) {
  return temporary(zero_value(make_pointer(make_void()), e.loc), e.loc);
}

// ---- names and members --------------------------------------------------------------------------

std::optional<LValue> Lowering::geometry(const std::string& name, const std::string& axis,
                                         Loc loc) {
  const std::array<SymbolId, 3>* symbols = nullptr;
  std::uint8_t* axes = nullptr;
  if (name == "threadIdx") symbols = &kernel_.thread_index, axes = &kernel_.block_axes;
  if (name == "blockDim") symbols = &kernel_.block_dim, axes = &kernel_.block_axes;
  if (name == "blockIdx") symbols = &kernel_.block_index, axes = &kernel_.grid_axes;
  if (name == "gridDim") symbols = &kernel_.grid_dim, axes = &kernel_.grid_axes;
  if (!symbols) return std::nullopt;
  const CT u32 = make_integer(32, false);
  if (axis.empty()) {
    Value v{builtin_type(name.ends_with("Dim") ? "dim3" : "uint3"), nullptr, {}, {}};
    for (SymbolId symbol : *symbols)
      v.fields.push_back(make_scalar(u32, pool_->symbol_ref(symbol)));
    *axes |= 7;
    return temporary(std::move(v), loc);
  }
  if (axis.size() != 1 || axis[0] < 'x' || axis[0] > 'z') return std::nullopt;
  const auto i = static_cast<std::size_t>(axis[0] - 'x');
  *axes = static_cast<std::uint8_t>(*axes | (1u << i));
  return temporary(make_scalar(u32, pool_->symbol_ref((*symbols)[i])), loc);
}

LValue Lowering::eval_node(const ThisExpr&, const ExprNode& e) {
  if (!frame().self) return temporary(not_understood("'this' outside of a method", e.loc), e.loc);
  const CT type = make_pointer(frame().self->type);
  return temporary(pointer_value(type, address(*frame().self)), e.loc);
}

// A function as the value of an expression, which may be called and copied like a pointer.
Value Lowering::function_value(const FunctionRef& ref) {
  const auto& f = std::get<FunctionDecl>(ref.item.decl->node);
  Pointee p;
  p.kind = Pointee::Kind::function;
  p.function = ref;
  std::vector<CT> params;
  for (const DeclPtr& param : f.params)
    params.push_back(resolve_in(ref.item, ref.bindings, std::get<VarDecl>(param->node).type));
  const CT type = make_function(
      f.result ? resolve_in(ref.item, ref.bindings, f.result) : make_void(), std::move(params));
  Binding self;
  self.function = std::make_shared<const FunctionRef>(ref);
  const PointeeId id =
      pointee("function:" + to_string(self) + "@" + ctx_.files.describe(ref.item.decl->loc), p);
  if (learned_.functions.emplace(id, ref).second && open_function_pointers_) again_ = true;
  return pointer_value(type, pointer_to(id, pool_->constant(0, Type::i64())));
}

LValue Lowering::eval_node(const NameExpr& n, const ExprNode& e) {
  const NamePart& last = n.name.parts.back();
  const std::string& name = last.identifier;
  const bool simple = n.name.parts.size() == 1;
  if (simple && !find_local(name))
    if (auto g = geometry(name, "", e.loc)) return *g;
  if (auto l = find_variable(n.name, e.loc)) return *l;
  if (simple && name == "warpSize") return temporary(int_value(32, make_integer(32, true)), e.loc);
  if (simple && name == "NULL") return temporary(int_value(0, make_integer(64, true)), e.loc);
  const Entity* local = simple ? find_local(name) : nullptr;
  const Used* used = local ? std::get_if<Used>(local) : nullptr;
  if (const auto* items = program_.find(program_.functions, used ? used->name : n.name,
                                        frame().scope, frame().seen)) {
    const Item* chosen = &items->front();
    for (const Item& item : *items)
      if (std::get<FunctionDecl>(item.decl->node).body) chosen = &item;
    Bindings bindings;
    if (chosen->tmpl) {
      auto bound = bind_template(*chosen->tmpl, last.args.value_or(std::vector<TemplateArg>{}));
      if (!bound)
        return temporary(not_understood("a pointer to the template '" + name + "'", e.loc), e.loc);
      bindings = std::move(*bound);
    }
    return temporary(function_value({*chosen, bindings}), e.loc);
  }
  if (auto it = program_.islands.find(name); it != program_.islands.end())
    return temporary(
        not_understood(
            "'" + name + "', whose declaration was not understood: " + it->second->reason, e.loc),
        e.loc);
  return temporary(unknown_value(make_unknown("the undeclared name '" + name + "'"),
                                 "'" + name + "' is not declared", e.loc),
                   e.loc);
}

LValue Lowering::eval_node(const MemberExpr& n, const ExprNode& e) {
  const std::string& name = n.member.identifier;
  if (auto* base = std::get_if<NameExpr>(&n.base->node);
      base && !n.arrow && base->name.parts.size() == 1 &&
      !find_local(base->name.parts[0].identifier))
    if (auto g = geometry(base->name.parts[0].identifier, name, e.loc)) return *g;
  LValue base = eval_lvalue(n.base);
  if (n.arrow) {
    const Value pointer = arrow_pointer(base, n.base, e.loc);
    if (!pointer.pointer)
      return temporary(
          not_understood("'->' applied to a value of type '" + to_string(base.type) + "'", e.loc),
          e.loc);
    base = deref(pointer, e.begin);
  }
  if (base.type->is(CType::Kind::record)) {
    if (!base.type->record->unsupported.empty())
      return temporary(not_understood(base.type->record->unsupported, e.loc), e.loc);
    if (auto path = find_field(*base.type->record, name)) {
      return member(base, *path, e.begin);
    }
    if (const FoldValue* v = constant_of(*base.type->record, name))
      return temporary(literal(*v), e.loc);
  }
  return temporary(
      not_understood("member '" + name + "' of a value of type '" + to_string(base.type) + "'",
                     e.loc),
      e.loc);
}

LValue Lowering::eval_node(const IndexExpr& n, const ExprNode& e) {
  LValue base = eval_lvalue(n.base);
  // The pointer is read before the index is evaluated.
  if (base.type->is(CType::Kind::pointer) && !base.value) base = temporary(load(base), base.loc);
  const Mark after = mark();
  const Value i = eval(n.index);
  protect(base, after);
  if (base.type->is(CType::Kind::record)) {
    std::vector<Argument> args{{base.type, base, n.base->loc, n.base, true},
                               {i.type, temporary(i, n.index->loc), n.index->loc, n.index, false}};
    if (auto r = operator_call("[]", args, e.loc)) return *r;
  }
  if (base.type->is_integral() && i.pointer) return index(temporary(i, e.loc), load(base), e.begin);
  return index(base, i, e.begin);
}

// ---- assignment ---------------------------------------------------------------------------------

LValue Lowering::increment(const UnaryExpr& n, const ExprNode& e, bool discard) {
  const LValue l = eval_lvalue(n.operand);
  const bool pre = n.op == UnaryOp::pre_inc || n.op == UnaryOp::pre_dec;
  const bool adds = n.op == UnaryOp::pre_inc || n.op == UnaryOp::post_inc;
  if (const auto v =
          AtomicLowering(*this).assign(l, adds ? "++" : "--", nullptr, !pre, discard, e.loc))
    return temporary(*v, e.loc);
  if (l.type->is(CType::Kind::record)) {
    std::vector<Argument> args{{l.type, l, e.loc, n.operand, !l.value}};
    const CT i32 = make_integer(32, true);
    if (!pre) args.push_back({i32, temporary(int_value(0, i32), e.loc), e.loc, nullptr, false});
    if (auto r = operator_call(adds ? "++" : "--", args, e.loc)) return *r;
    return temporary(not_understood("an increment of type '" + to_string(l.type) + "'", e.loc),
                     e.loc);
  }
  if (l.value) {
    unsupported("an increment of a value that is not a variable", e.loc);
    return l;
  }
  Value old = load(l);
  if (!pre && !discard) {
    if (old.scalar) old.scalar = snapshot(old.scalar, e.loc);
    if (old.pointer) old.pointer->offset = snapshot(old.pointer->offset, e.loc); // same base
  }
  Value next = old.pointer ? pointer_add(old, pool_->constant(adds ? 1 : -1, Type::i64()), e.loc)
                           : arithmetic(adds ? BinaryOp::add : BinaryOp::sub, old,
                                        int_value(1, make_integer(32, true)), e.loc);
  next = convert(next, l.type, e.loc);
  if (l.bits.width > 0) next = narrowed(next, l.bits);
  store(l, next);
  if (!pre) return temporary(old, e.loc);
  return l.place ? l : temporary(next, e.loc);
}

LValue Lowering::assign_expr(const AssignExpr& n, const ExprNode& e, bool discard) {
  const bool list = std::holds_alternative<InitListExpr>(n.right->node);
  Value right;
  LValue l;
  if (list) {
    l = eval_lvalue(n.left);
    right = eval_initialiser(l.type, n.right);
  } else { // C++17: the right side comes first
    right = eval(n.right);
    const Mark after = mark();
    l = eval_lvalue(n.left);
    protect(right, after);
  }
  if (l.type->is(CType::Kind::record)) {
    const std::string op = n.op ? std::string(spell_operator(*n.op)) + "=" : "=";
    if (!same_type(l.type, right.type))
      if (const auto v = AtomicLowering(*this).assign(l, op, &right, false, discard, e.loc))
        return temporary(*v, e.loc);
    std::vector<Argument> args{
        {l.type, l, e.loc, n.left, true},
        {right.type, temporary(right, n.right->loc), n.right->loc, n.right, false}};
    if (!n.op && same_type(l.type, right.type) && has_template(*l.type->record, "operator=", false))
      return temporary(
          not_understood("an assignment of type '" + to_string(l.type) + "' beside a template",
                         e.loc),
          e.loc);
    if (auto r = operator_call(op, args, e.loc)) return *r;
    if (!n.op && assigns_parts(*l.type->record))
      return temporary(not_understood("an assignment of type '" + to_string(l.type) +
                                          "', whose parts have their own",
                                      e.loc),
                       e.loc);
    if (n.op && !is_packed_halves(l.type))
      return temporary(not_understood("'" + op + "' on type '" + to_string(l.type) + "'", e.loc),
                       e.loc);
  }
  if (l.value) {
    unsupported("an assignment to a value that is not a variable", e.loc);
    return l;
  }
  if (n.op) {
    const Mark before = mark();
    const Value old = load(l);
    protect(right, before);
    right = binary(*n.op, old, right, e.loc);
  }
  if (l.type->is(CType::Kind::record))
    right = copy_initialised(l.type, {right.type, temporary(right, e.loc), e.loc, n.right, false},
                             e.loc);
  else
    right = convert(right, l.type, l.loc);
  if (l.bits.width > 0) right = narrowed(right, l.bits);
  store(l, right);
  return l.place ? l : temporary(right, e.loc);
}

LValue Lowering::eval_node(const AssignExpr& n, const ExprNode& e) {
  return assign_expr(n, e, false);
}

// ---- other -------------------------------------------------------------------------------------

LValue Lowering::eval_node(const StatementExpr& n, const ExprNode& e) {
  const auto* body = std::get_if<CompoundStmt>(&n.body->node);
  LValue result = temporary({make_void(), nullptr, {}, {}}, e.loc);
  if (!body || body->body.empty()) return result;
  frame().names.emplace_back();
  const auto* last = std::get_if<ExprStmt>(&body->body.back()->node);
  lower_list(body->body, 0, body->body.size() - (last ? 1 : 0));
  if (last && last->expr) result = temporary(eval(last->expr), e.loc);
  frame().names.pop_back();
  return result;
}

LValue Lowering::eval_node(const LaunchExpr&, const ExprNode& e) {
  return temporary(not_understood("a kernel launch inside a kernel", e.loc), e.loc);
}
LValue Lowering::eval_node(const PackExpansionExpr&, const ExprNode& e) {
  return temporary(not_understood("a pack expansion", e.loc), e.loc);
}
LValue Lowering::eval_node(const OpaqueExpr& n, const ExprNode& e) {
  return temporary(not_understood("'" + n.text + "'", e.loc), e.loc);
}

} // namespace heddle::cuda
