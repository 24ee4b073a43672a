// Calls: who is called.
#include "cuda/lower/atomic.hpp"
#include "cuda/lower/depth.hpp"

#include <algorithm>

namespace heddle::cuda {

// The pointer that `object->` goes through.
Value Lowering::arrow_pointer(const LValue& object, const ExprPtr& written, Loc loc) {
  if (object.type->is(CType::Kind::record)) {
    const std::vector<Argument> args{{object.type, object, loc, written, !object.value}};
    if (const auto r = operator_call("->", args, loc)) return arrow_pointer(*r, written, loc);
    return {object.type, nullptr, {}, {}};
  }
  return object.type->is(CType::Kind::array)
             ? pointer_value(make_pointer(object.type->to), decay(object))
             : load(object);
}

std::vector<Argument> Lowering::eval_args(const std::vector<ExprPtr>& exprs) {
  std::vector<Argument> args;
  std::vector<Mark> after;
  for (const ExprPtr& e : expanded(exprs)) {
    Argument a;
    a.loc = e->loc;
    a.expr = e;
    if (std::holds_alternative<InitListExpr>(e->node)) {
      a.type = make_unknown("{..}"); // evaluated when the parameter's type is known
    } else {
      a.lvalue = eval_lvalue(e);
      a.type = a.lvalue.type;
      a.is_lvalue = !a.lvalue.value;
    }
    args.push_back(std::move(a));
    after.push_back(mark());
  }
  for (std::size_t i = args.size(); i-- > 0;)
    protect(args[i].lvalue, after[i]);
  return args;
}

LValue Lowering::eval_node(const CallExpr& n, const ExprNode& e) { return call(n, e, false); }

// object.f(x), pointer->f(x)
LValue Lowering::call_member(const MemberExpr& m, const CallExpr& n, const ExprNode& e,
                             bool discard) {
  LValue object = eval_lvalue(m.base);
  if (m.arrow) {
    const Value pointer = arrow_pointer(object, m.base, e.loc);
    if (!pointer.pointer) return temporary(not_understood("a call through '->'", e.loc), e.loc);
    object = deref(pointer, e.loc);
  }
  std::vector<Argument> args = eval_args(n.args);
  if (object.type->is(CType::Kind::group)) {
    if (auto v = group_method(object.type, m.member.identifier, args, e.loc, spell_call(e)))
      return temporary(*v, e.loc);
  } else if (auto v = barrier_method(object, m.member.identifier, args, e.loc, spell_call(e))) {
    return temporary(*v, e.loc);
  } else if (auto a = AtomicLowering(*this).call_method(object, m.member.identifier, args, e.loc,
                                                        discard)) {
    return temporary(*a, e.loc);
  } else if (auto r = call_method(object, m.member, args, e.loc)) {
    return *r;
  }
  return temporary(not_understood("a call of member '" + m.member.identifier + "' of type '" +
                                      to_string(object.type) + "'",
                                  e.loc),
                   e.loc);
}

// A function pointer, or an object with operator().
LValue Lowering::call_value(const LValue& callee, const CallExpr& n, Loc loc) {
  std::vector<Argument> args = eval_args(n.args);
  if (callee.type->is(CType::Kind::record))
    if (auto r = call_method(callee, {"operator()", std::nullopt}, args, loc)) return *r;
  return call_pointer(load(callee), args, loc);
}

// S::f(x), a static method, or one of a base in a method of a class derived from it.
std::optional<LValue> Lowering::call_of_class(const QualifiedName& name, const CallExpr& n,
                                              Loc loc) {
  if (name.parts.size() == 1) return std::nullopt;
  QualifiedName owner = name;
  owner.parts.pop_back();
  const CT type = resolve_name(owner, loc);
  if (!type->is(CType::Kind::record)) return std::nullopt;
  std::vector<Argument> args = eval_args(n.args);
  LValue self = temporary({type, nullptr, {}, {}}, loc);
  if (frame().self)
    if (auto part = part_of_type(*frame().self, type, loc)) self = *part;
  return call_method(self, name.parts.back(), args, loc);
}

// No function has that name.
LValue Lowering::call_other(const QualifiedName& name, const CallExpr& n, Loc loc) {
  if (CT type = resolve_name(name, loc); !type->is(CType::Kind::unknown))
    return temporary(construct(type, n.args, false, loc), loc);
  if (auto global = find_variable(name, loc)) {
    std::vector<Argument> args = eval_args(n.args);
    return call_pointer(load(*global), args, loc);
  }
  const std::string plain = plain_name(name);
  if (auto it = program_.islands.find(name.parts.back().identifier); it != program_.islands.end())
    return temporary(
        not_understood("a call of '" + plain +
                           "', whose declaration was not understood: " + it->second->reason,
                       loc),
        loc);
  if (auto r = call_of_class(name, n, loc)) return *r;
  eval_args(n.args);
  return temporary(not_understood("a call of the undeclared function '" + plain + "'", loc), loc);
}

LValue Lowering::call(const CallExpr& n, const ExprNode& e, bool discard) {
  if (auto* m = std::get_if<MemberExpr>(&n.callee->node)) return call_member(*m, n, e, discard);
  const auto* callee = std::get_if<NameExpr>(&n.callee->node);
  if (!callee) return call_value(eval_lvalue(n.callee), n, e.loc); // (*f)(x)
  const QualifiedName& name = callee->name;
  const std::string& last = name.parts.back().identifier;
  const bool simple = name.parts.size() == 1 && !name.global;
  const Entity* local = simple ? find_local(last) : nullptr;
  const Used* used = local ? std::get_if<Used>(local) : nullptr;
  if (local && !used) {
    if (auto* type = std::get_if<CT>(local))
      return temporary(construct(*type, n.args, false, e.loc), e.loc);
    return call_value(*find_variable(name, e.loc), n, e.loc);
  }
  if (simple && frame().self && has_method(*frame().self->type->record, last, true)) {
    std::vector<Argument> args = eval_args(n.args);
    if (auto r = call_method(*frame().self, name.parts.back(), args, e.loc)) return *r;
  }
  const std::vector<Item> items =
      used ? program_.functions_named(used->name, frame().scope, frame().seen)
           : functions_for(name, n.args);
  const bool defined = std::ranges::any_of(items, [](const Item& item) {
    return std::get<FunctionDecl>(item.decl->node).body != nullptr;
  });
  if (!defined)
    if (auto r = call_builtin(last, n, e, discard)) return *r;
  if (items.empty()) return call_other(name, n, e.loc);
  std::vector<Argument> args = eval_args(n.args);
  if (auto f = select_function(items, name.parts.back().args, args)) {
    const auto& decl = std::get<FunctionDecl>(f->item.decl->node);
    if (decl.body) return inline_call(*f, args, std::nullopt, e.loc);
    return call_unknown(plain_name(name), &decl, args, e.loc);
  }
  if (defined)
    if (auto r = call_builtin(last, n, e, discard)) return *r; // an overload of a CUDA function
  return temporary(
      not_understood("a call of '" + plain_name(name) + "' that fits none of its declarations",
                     e.loc),
      e.loc);
}

LValue Lowering::call_unknown(const std::string& name, const FunctionDecl* decl,
                              std::vector<Argument>& args, Loc loc) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    bool by_reference = false;
    if (decl && i < decl->params.size()) {
      const CT param = resolve(std::get<VarDecl>(decl->params[i]->node).type);
      by_reference = param->is(CType::Kind::reference) && !param->to->is_const;
    }
    const bool memory =
        args[i].type->is(CType::Kind::pointer) || args[i].type->is(CType::Kind::array);
    if (by_reference || memory)
      return temporary(not_understood("a call of '" + name +
                                          "', which has no body and may write through its argument",
                                      loc),
                       loc);
    if (args[i].is_lvalue) load(args[i].lvalue); // passed by value: it is read
  }
  const CT type = decl && decl->result ? resolve(decl->result) : make_void();
  if (type->is(CType::Kind::void_)) return temporary({type, nullptr, {}, {}}, loc);
  return temporary(unknown_value(type, "the result of '" + name + "', which has no body", loc),
                   loc);
}

LValue Lowering::call_pointer(const Value& callee, std::vector<Argument>& args, Loc loc) {
  if (!callee.pointer)
    return temporary(
        not_understood("a call of a value of type '" + to_string(callee.type) + "'", loc), loc);
  const Pointer& p = *callee.pointer;
  const auto one = [&](PointeeId id) -> std::optional<LValue> {
    Pointee target;
    target.kind = Pointee::Kind::null;
    if (id != null_pointee) target = pointees_.at(static_cast<std::size_t>(id));
    if (target.kind == Pointee::Kind::function) {
      const auto& decl = std::get<FunctionDecl>(target.function->item.decl->node);
      std::vector<Argument> copy = args;
      if (decl.body) return inline_call(*target.function, copy, std::nullopt, loc);
      return call_unknown(plain_name(decl.name), &decl, copy, loc);
    }
    if (target.kind == Pointee::Kind::null) {
      emit(core::Assert{pool_->boolean(false), "no call through a null pointer"}, loc);
    } else {
      unsupported(
          "a call through " + (target.reason.empty() ? "a function pointer" : target.reason), loc);
    }
    return std::nullopt;
  };
  CT type = callee.type->is(CType::Kind::pointer) ? callee.type->to : callee.type;
  const CT result_type = type->is(CType::Kind::function) ? type->to : make_integer(32, true);
  if (auto base = constant_value(p.base)) {
    if (auto r = one(*base)) return *r;
    return temporary(unknown_value(result_type, "", loc), loc);
  }
  PlacePtr result;
  if (!is_void(result_type)) result = temporary_place(result_type, "call", loc);
  core::Block rest = collect([&] {
    // A parameter may hold any function; other pointers hold one of their candidates.
    if (open_function_pointers_)
      unsupported("a call through a function pointer whose targets are not known", loc);
  });
  for (std::size_t i = p.candidates.size(); i-- > 0;) {
    core::Block taken = collect([&] {
      if (auto r = one(p.candidates[i]); r && result)
        store_place(result, convert(load(*r), result_type, loc), loc);
    });
    core::Block outer = collect([&] {
      emit_if(pool_->eq(p.base, pool_->constant(p.candidates[i])), std::move(taken),
              std::move(rest), loc);
    });
    rest = std::move(outer);
  }
  std::move(rest.begin(), rest.end(), std::back_inserter(*out_));
  if (!result) return temporary({make_void(), nullptr, {}, {}}, loc);
  return temporary(load_place(*result, loc), loc);
}

} // namespace heddle::cuda
