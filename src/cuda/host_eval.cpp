// Host expressions: names, calls, and what their evaluation changes.
#include "cuda/host_walk.hpp"
#include "cuda/lower_walk.hpp"

#include <utility>

namespace heddle::cuda {

namespace {

constexpr unsigned max_depth = 200; // of expressions and calls
constexpr unsigned max_steps = 100'000;

std::size_t axis_of(const std::string& member) {
  return member.size() == 1 && member[0] >= 'x' && member[0] <= 'z'
             ? static_cast<std::size_t>(member[0] - 'x')
             : 3;
}

struct Count {
  explicit Count(unsigned& n) : n_(n) { ++n_; }
  ~Count() { --n_; }
  Count(const Count&) = delete;
  Count& operator=(const Count&) = delete;
  unsigned& n_;
};

} // namespace

HostWalk::Var* HostWalk::find(const std::string& name) {
  for (auto it = state_.vars.rbegin(); it != state_.vars.rend(); ++it)
    if (it->name == name) return &*it;
  return nullptr;
}

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

bool HostWalk::address_taken(const std::string& name) {
  if (!address_taken_) {
    address_taken_.emplace();
    const auto read = [&](const FunctionDecl& f) {
      walk(
          f.body, [](const StmtPtr&) {},
          [&](const ExprPtr& e) {
            const auto* u = std::get_if<UnaryExpr>(&e->node);
            if (u && u->op == UnaryOp::address_of)
              for (const std::string& x : names_in(u->operand))
                address_taken_->insert(x);
          });
    };
    for (const auto& [key, items] : env_.program.globals) // int* p = &n; int& r = n;
      for (const Item& item : items)
        for (const ExprPtr& e : std::get<VarDecl>(item.decl->node).args)
          for (const std::string& x : names_in(e))
            address_taken_->insert(x);
    for (const auto& [key, items] : env_.program.functions)
      for (const Item& item : items)
        read(std::get<FunctionDecl>(item.decl->node));
    for (const auto& [key, items] : env_.program.records)
      for (const Item& item : items)
        for (const DeclPtr& m : std::get<RecordDecl>(item.decl->node).members)
          if (auto* f = std::get_if<FunctionDecl>(&m->node)) read(*f);
  }
  return address_taken_->contains(name);
}

// ---- what changes -------------------------------------------------------------------------------

// Every variable of that name that is in scope: which of them was meant is not looked up.
void HostWalk::forget(const std::string& name) {
  bool refers = false;
  for (Var& v : state_.vars)
    if (v.name == name) {
      v.value = fresh(v.type, name, item_.loc);
      refers = refers || v.refers;
    }
  state_.globals.erase(name);
  if (refers) forget_reachable(true);
}

// Code that is not known ran, or something was stored through a pointer.
void HostWalk::forget_reachable(bool by_calls) {
  for (Var& v : state_.vars)
    if (escaping_.contains(v.name)) v.value = fresh(v.type, v.name, item_.loc);
  std::erase_if(state_.globals, [&](const auto& g) { return by_calls || address_taken(g.first); });
}

void HostWalk::apply(const HostEffects& effects) {
  for (const std::string& name : effects.assigned)
    forget(name);
  if (effects.calls || effects.stores || effects.writes)
    forget_reachable(effects.calls || effects.writes);
}

void HostWalk::store(const ExprPtr& target, HostValue v) {
  if (const auto* name = std::get_if<NameExpr>(&target->node)) {
    const std::string plain = plain_name(name->name);
    Var* var = name->name.global ? nullptr : find(plain);
    if (var && !var->refers) {
      const HostValue converted = var->open ? HostValue{} : convert(v, var->type);
      var->value = converted.known() ? converted : fresh(var->type, plain, target->loc);
      return;
    }
    forget(plain);
    if (!var) {
      const HostValue global = eval_name(name->name, target->loc);
      if (global.known() && v.known()) state_.globals[plain] = convert(v, global.type);
    }
    return;
  }
  if (const auto* m = std::get_if<MemberExpr>(&target->node); m && !m->arrow) {
    const auto* base = std::get_if<NameExpr>(&m->base->node);
    Var* var = base && base->name.parts.size() == 1 ? find(plain_name(base->name)) : nullptr;
    const std::size_t axis = axis_of(m->member.identifier);
    if (var && !var->open && var->value.kind == HostValue::Kind::dims && axis < 3) {
      HostValue x = convert(v, make_integer(32, false));
      if (!x.is_integer()) x = fresh(make_integer(32, false), var->name, target->loc);
      var->value.axes[axis] = x.e;
      return;
    }
  }
  HostEffects effects;
  effects.assigned = names_in(target);
  effects.writes = true;
  apply(effects);
}

// ---- expressions --------------------------------------------------------------------------------

HostValue HostWalk::value(const ExprPtr& e) {
  if (!e) return {};
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
  if (auto* n = std::get_if<CastExpr>(&e->node)) return convert(eval(n->operand), type_of(n->type));
  if (auto* n = std::get_if<ConstructExpr>(&e->node)) {
    const CT type = type_of(n->type);
    if (type->is(CType::Kind::record) && type->name == "dim3") return eval_dims(n->args);
    return n->args.size() == 1 ? convert(eval(n->args[0]), type) : HostValue{};
  }
  if (auto* n = std::get_if<InitListExpr>(&e->node))
    return n->items.size() == 1 ? eval(n->items[0]) : HostValue{};
  if (auto* n = std::get_if<SizeofExpr>(&e->node)) {
    if (n->operand) return {}; // of a variable
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

HostValue HostWalk::eval_name(const QualifiedName& name, Loc loc) {
  const std::string plain = plain_name(name);
  if (name.parts.size() == 1 && !name.global) {
    if (Var* v = find(plain)) return v->open ? fresh(v->type, plain, loc) : v->value;
    if (opaque_.contains(plain) || unknown_members_) return {};
  }
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
  return c ? choose(*c, eval(n.then_expr), eval(n.else_expr)) : HostValue{};
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
  const std::size_t axis = axis_of(n.member.identifier);
  if (base.kind != HostValue::Kind::dims || axis > 2) return {};
  return number(base.axes[axis], make_integer(32, false));
}

HostValue HostWalk::library_call(const std::string& name, const std::vector<HostValue>& args) {
  if (args.size() == 2 && (name == "min" || name == "max")) {
    const HostValue less = arithmetic(BinaryOp::lt, args[0], args[1]);
    if (!less.is_integer()) return {};
    return name == "min" ? choose(less.e, args[0], args[1]) : choose(less.e, args[1], args[0]);
  }
  if (args.size() != 1) return {};
  if (name == "ceil" || name == "ceilf") return rounded(args[0], true);
  if (name == "floor" || name == "floorf") return rounded(args[0], false);
  if (name == "abs" && args[0].is_integer() && args[0].type->width == 32) {
    const HostValue zero = number(pool_.constant(0), make_integer(32, true));
    const HostValue less = arithmetic(BinaryOp::lt, args[0], zero);
    const HostValue negated = arithmetic(BinaryOp::sub, zero, args[0]);
    return less.is_integer() ? choose(less.e, negated, args[0]) : HostValue{};
  }
  return {};
}

HostValue HostWalk::eval_call(const CallExpr& n) {
  const auto* callee = std::get_if<NameExpr>(&n.callee->node);
  if (!callee || (callee->name.parts.size() == 1 && find(plain_name(callee->name)))) return {};
  const std::string plain = plain_name(callee->name);
  std::vector<HostValue> args;
  bool known = true;
  for (const ExprPtr& arg : n.args) {
    args.push_back(eval(arg));
    known = known && (args.back().is_integer() || args.back().kind == HostValue::Kind::quotient);
  }
  if (env_.program.find(env_.program.functions, callee->name, scope_)) {
    if (!known || unknown_members_ || opaque_.contains(plain)) return {};
    if (callee->name.parts.back().args) return {};
    const Item* f = chosen(callee->name, args.size());
    return f ? call_function(*f, args) : HostValue{};
  }
  if (plain == "dim3") return eval_dims(n.args);
  if (const CT type = builtin_type(plain)) // int(n)
    return args.size() == 1 ? convert(args[0], type) : HostValue{};
  const bool simple = callee->name.parts.size() == 1 || callee->name.parts[0].identifier == "std";
  if (!known || !simple || !effects_.is_library(callee->name)) return {};
  if (const auto& explicit_args = callee->name.parts.back().args) { // std::min<size_t>(a, b)
    if (explicit_args->size() != 1 || !explicit_args->front().type) return {};
    for (HostValue& arg : args)
      arg = convert(arg, type_of(explicit_args->front().type));
  }
  return library_call(callee->name.parts.back().identifier, args);
}

// The function that a call means: the only one of the file with that name and number of parameters.
const Item* HostWalk::chosen(const QualifiedName& name, std::size_t args) const {
  const auto* items = env_.program.find(env_.program.functions, name, scope_);
  const Item* found = nullptr;
  for (const Item& item : *items) {
    const auto& f = std::get<FunctionDecl>(item.decl->node);
    if (f.params.size() != args || f.variadic) {
      if (f.params.size() > args || f.variadic) return nullptr; // by default arguments, perhaps
      continue;
    }
    if (found && std::get<FunctionDecl>(found->decl->node).body && f.body) return nullptr;
    if (found && (found->tmpl || item.tmpl)) return nullptr;
    if (!found || f.body) found = &item;
  }
  return found;
}

// A function of the file that changes nothing but its own variables.
HostValue HostWalk::call_function(const Item& item, const std::vector<HostValue>& args) {
  const auto& decl = std::get<FunctionDecl>(item.decl->node);
  if (!decl.body || !effects_.is_pure(decl) || has_labels_ || item.scope != scope_) return {};
  std::map<std::string, CT> types; // of a template: what the arguments are
  if (item.tmpl)
    for (const TemplateParam& p : item.tmpl->params) {
      if (!p.is_type || p.is_pack) return {};
      for (std::size_t i = 0; i < args.size(); ++i) {
        TypePtr written = std::get<VarDecl>(decl.params[i]->node).type;
        if (auto* reference = std::get_if<ReferenceType>(&written->node)) written = reference->to;
        const auto* named = std::get_if<NamedType>(&written->node);
        if (!named || plain_name(named->name) != p.name) continue;
        const auto [it, is_new] = types.emplace(p.name, args[i].type);
        if (!is_new && !same_type(it->second, args[i].type)) return {};
      }
      if (!types.contains(p.name)) return {};
    }
  State outer = std::exchange(state_, State{});
  const std::set<std::string> opaque = std::exchange(opaque_, {});
  const std::set<std::string> escaping = std::exchange(escaping_, {});
  std::swap(types_, types);
  for (std::size_t i = 0; i < decl.params.size(); ++i) {
    const auto& param = std::get<VarDecl>(decl.params[i]->node);
    const CT type = type_of(param.type);
    const CT object = type->is(CType::Kind::reference) ? type->to : type;
    HostValue v = convert(args[i], object);
    if (!v.known()) v = fresh(object, param.name, item_.loc);
    state_.vars.push_back({param.name, object, v, false, false});
  }
  const bool deduced = !decl.result || std::holds_alternative<AutoType>(decl.result->node);
  HostValue result = body_value(decl, deduced ? nullptr : type_of(decl.result));
  std::swap(types_, types);
  state_ = std::move(outer);
  opaque_ = opaque;
  escaping_ = escaping;
  return result;
}

// Statements, `if (c) return a;` among them, and `return b;` at the end.
HostValue HostWalk::body_value(const FunctionDecl& f, const CT& type) {
  const auto* body = std::get_if<CompoundStmt>(&f.body->node);
  std::vector<std::pair<Expr, HostValue>> early;
  const auto result = [&](const ReturnStmt& r) {
    const HostValue v = value(r.value);
    return type ? convert(v, type) : v;
  };
  const auto with_early = [&](HostValue v) {
    for (auto it = early.rbegin(); it != early.rend(); ++it)
      v = choose(it->first, it->second, v);
    return v;
  };
  const auto returned = [](const StmtPtr& s) -> const ReturnStmt* {
    if (!s) return nullptr;
    const auto* block = std::get_if<CompoundStmt>(&s->node);
    if (block)
      return block->body.size() == 1 && block->body[0]
                 ? std::get_if<ReturnStmt>(&block->body[0]->node)
                 : nullptr;
    return std::get_if<ReturnStmt>(&s->node);
  };
  for (const StmtPtr& s : body ? body->body : std::vector<StmtPtr>{}) {
    if (!s) continue;
    if (auto* last = std::get_if<ReturnStmt>(&s->node)) return with_early(result(*last));
    const auto* branch = std::get_if<IfStmt>(&s->node);
    if (const ReturnStmt* then = branch ? returned(branch->then_stmt) : nullptr;
        then && !branch->init && !branch->cond_decl) {
      const auto c = truth(value(branch->cond));
      if (!c) return {};
      early.emplace_back(*c, result(*then));
      if (const ReturnStmt* other = returned(branch->else_stmt)) return with_early(result(*other));
      if (!branch->else_stmt) continue;
      return {};
    }
    bool returns = false;
    walk(
        s,
        [&](const StmtPtr& x) { returns = returns || std::holds_alternative<ReturnStmt>(x->node); },
        [](const ExprPtr&) {});
    if (returns || exec(s) != Flow::next) return {};
  }
  return {};
}

} // namespace heddle::cuda
