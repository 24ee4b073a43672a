// Calls in host code: CUDA's and the library's functions, and those of the file.
#include "cuda/host/walk.hpp"

#include "cuda/syntax/walk.hpp"

#include <utility>

namespace heddle::cuda {

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
