// Inlining: a call becomes the body of the function, with a frame of its own.
#include "cuda/lower/depth.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// Is the only return of `f` its last statement?
bool has_single_return(const FunctionDecl& f) {
  const auto* body = std::get_if<CompoundStmt>(&f.body->node);
  if (!body || body->body.empty() || !body->body.back()) return false;
  if (!std::holds_alternative<ReturnStmt>(body->body.back()->node)) return false;
  std::size_t returns = 0;
  bool labels = false;
  walk(
      f.body,
      [&](const StmtPtr& s) {
        returns += std::holds_alternative<ReturnStmt>(s->node);
        labels = labels || std::holds_alternative<LabelStmt>(s->node);
      },
      [](const ExprPtr&) {});
  return returns == 1 && !labels;
}

// Is what a reference of class type is bound to made by a conversion?
bool makes_object(const CT& to, const CT& from) {
  return to->is(CType::Kind::record) && from->kind != CType::Kind::unknown &&
         !is_similar(to, from) && steps_to_base(from, to) == 0 && to->name != "dim3";
}

} // namespace

// What a reference to `type` designates: the object, or the part of it that is of a base class.
LValue Lowering::bound_to(const CT& type, LValue l, Loc loc) {
  if (is_similar(type, l.type)) {
    l.type = type;
  } else if (steps_to_base(l.type, type) > 0) {
    if (auto part = part_of_type(l, type, loc)) {
      l = std::move(*part);
      l.type = type;
    }
  }
  return l;
}

LValue Lowering::inline_call(const FunctionRef& f, std::vector<Argument>& args,
                             const std::optional<LValue>& self, Loc loc,
                             const std::vector<Names>* around) {
  const auto& decl = std::get<FunctionDecl>(f.item.decl->node);
  const std::string name = decl.name.parts.back().identifier;
  const Depth depth(*this);
  const auto same = std::ranges::count(frames_, &decl, &Frame::function);
  const bool recursive =
      same > static_cast<std::ptrdiff_t>(f.item.tmpl ? max_inline_depth : max_recursion);
  if (recursive || frames_.size() > max_inline_depth || depth.too_deep())
    return temporary(not_understood("'" + name + "' is called recursively or too deeply", loc),
                     loc);
  if (kernel_.calls.size() > max_calls && !overflow_) {
    overflow_ = true;
    unknown("the kernel is too large after inlining", loc);
  }
  if (overflow_) return temporary(unknown_value(make_integer(32, true), "", loc), loc);
  Frame callee;
  callee.function = &decl;
  callee.scope = f.item.scope;
  callee.seen = position(f.item);
  callee.path =
      frame().path + "/" + name + "@" + std::to_string(loc.line) + ":" + std::to_string(loc.column);
  if (const unsigned n = ++keys_[callee.path]; n > 1) callee.path += "#" + std::to_string(n);
  callee.self = self;
  if (callee.self && !around) // what a lambda has is const or not where it stands
    callee.self->type =
        with_qualifiers(without_qualifiers(callee.self->type, true, false), decl.is_const, false);
  if (callee.self) snapshot(*callee.self);
  if (around) callee.names = *around;
  callee.names.emplace_back();
  callee.return_label = new_label();
  callee.single_return = has_single_return(decl);
  kernel_.calls.push_back({name, loc, frame().call});
  callee.call = static_cast<core::CallId>(kernel_.calls.size() - 1);
  Bindings bindings = f.bindings;
  if (self && self->type->is(CType::Kind::record))
    for (const auto& [param, binding] : self->type->record->bindings)
      bindings.emplace(param, binding);
  for (const auto& [param, binding] : bindings)
    callee.instance += "," + param + "=" + instance_text(binding);
  callee.is_instance = !bindings.empty();
  if (self && self->type->is(CType::Kind::record)) { // in its methods a template's name is the type
    Binding injected;
    injected.type = without_qualifiers(self->type);
    bindings.emplace(class_name(self->type->record->name), injected);
  }
  bind_params(decl, args, callee, bindings,
              f.defaults ? std::get<FunctionDecl>(f.defaults->node) : decl);
  frames_.push_back(std::move(callee));
  const TypePtr written = result_type(decl);
  if (written && !std::holds_alternative<AutoType>(written->node)) {
    frame().result_type = resolve(written);
    if (frame().result_type->is(CType::Kind::reference)) {
      frame().returns_reference = true;
      frame().result_type = make_pointer(frame().result_type->to);
    }
  } else if (!written) {
    frame().result_type = make_void();
  }
  core::Block body = collect([&] { run_body(decl); });
  Frame done = std::move(frames_.back());
  frames_.pop_back();
  labelled(done.return_label, std::move(body), loc);
  return finish_call(done, loc);
}

void Lowering::run_body(const FunctionDecl& f) {
  const auto& self = frame().self;
  if (!f.result && self && self->place && self->type->is(CType::Kind::record) &&
      f.name.parts.back().identifier == class_name(self->type->record->name))
    initialise_parts(f);
  if (auto* body = std::get_if<CompoundStmt>(&f.body->node))
    lower_list(body->body, 0, body->body.size());
}

LValue Lowering::finish_call(const Frame& done, Loc loc) {
  Value v{make_void(), nullptr, {}, {}};
  if (done.direct_result) {
    v = *done.direct_result;
  } else if (done.result) {
    v = load_place(*done.result, loc);
  } else if (!is_void(done.result_type)) {
    v = unknown_value(done.result_type, "the result of a function that returns none", loc);
  }
  if (done.returns_reference && v.pointer) return deref(v, loc);
  return temporary(std::move(v), loc);
}

// Parameters become variables of the callee; references become the arguments themselves.
void Lowering::bind_params(const FunctionDecl& f, std::vector<Argument>& args, Frame& callee,
                           const Bindings& bindings, const FunctionDecl& defaults) {
  Names bound;
  for (std::size_t i = 0; i < f.params.size(); ++i) {
    const auto& param = std::get<VarDecl>(f.params[i]->node);
    const Loc loc = f.params[i]->loc;
    if (!param.is_pack) {
      const auto& written = std::get<VarDecl>(defaults.params[i]->node);
      bind_param(param, written.args.empty() ? nullptr : written.args[0], param.name, loc,
                 i < args.size() ? &args[i] : nullptr, callee, bindings, bound);
      continue;
    }
    const std::size_t size = args.size() > i ? args.size() - i : 0;
    for (std::size_t k = 0; k < size; ++k)
      bind_param(param, nullptr, pack_element(param.name, k), loc, &args[i + k], callee,
                 element_of(bindings, k), bound);
    bound.insert_or_assign(param.name, Pack{size});
    break;
  }
  for (const auto& [name, binding] : bindings)
    declare_binding(callee.names.back(), name, binding);
  for (auto& [name, entity] : bound)
    callee.names.back().insert_or_assign(name, std::move(entity));
}

// `arg`: nullptr where the default is meant.
void Lowering::bind_param(const VarDecl& param, const ExprPtr& by_default, const std::string& name,
                          Loc loc, Argument* arg, Frame& callee, const Bindings& bindings,
                          Names& bound) {
  CT type;
  in_scope(callee.scope, bindings, callee.seen, [&] { type = resolve(param.type); });
  if (type->is(CType::Kind::array)) type = make_pointer(type->to);
  if (type->is(CType::Kind::function)) type = make_pointer(type);
  if (arg && type->is(CType::Kind::unknown) && type->name == "auto") type = arg->type;
  if (type->is(CType::Kind::reference)) {
    LValue l;
    if (arg && arg->lvalue.type) l = arg->lvalue;
    if (!l.type && arg) l = temporary(eval_initialiser(type->to, arg->expr), loc);
    if (!l.type && by_default)
      in_scope(callee.scope, bindings, callee.seen,
               [&] { l = temporary(eval_initialiser(type->to, by_default), loc); });
    if (l.type && arg && makes_object(type->to, l.type))
      l = temporary(copy_initialised(type->to, *arg, arg->loc), loc);
    const bool converts = type->to->is_arithmetic() && l.type && !same_type(l.type, type->to);
    if (l.type && loses_writes(param.type, type, l, arg ? arg->loc : loc)) return;
    if (converts || (l.value && !l.type->is(CType::Kind::function) &&
                     !l.type->is(CType::Kind::group) && !l.type->is(CType::Kind::unknown))) {
      const PlacePtr place =
          make_place(converts ? type->to : l.type, name, callee.path + "/" + name, loc);
      store_place(place, convert(load(l), place->type, loc), loc);
      l = LValue{place->type, place, {}, {}, loc};
    }
    if (l.type) {
      l = bound_to(type->to, std::move(l), loc);
      snapshot(l);
      l.refers = true;
      bound.insert_or_assign(name, l);
    }
    return;
  }
  Value v;
  if (arg && arg->lvalue.type) {
    if (type->is(CType::Kind::record)) {
      v = copy_initialised(type, *arg, arg->loc);
    } else {
      const auto converted = conversion(arg->lvalue, type, arg->loc);
      v = convert(converted ? *converted : value_of(arg->lvalue), type, arg->loc);
    }
  } else if (arg) {
    v = eval_initialiser(type, arg->expr);
  } else if (by_default) {
    in_scope(callee.scope, bindings, callee.seen, [&] { v = eval_initialiser(type, by_default); });
  } else {
    v = unknown_value(type, "a missing argument", loc);
  }
  if (type->is(CType::Kind::group) || type->is(CType::Kind::unknown) || name.empty()) {
    bound.insert_or_assign(name, temporary(v, loc));
    return;
  }
  if (type->is(CType::Kind::record) && !type->record->unsupported.empty())
    return unsupported(type->record->unsupported, loc);
  const std::string key = callee.path + "/" + name;
  if (is_immutable(v) && !learned_.assigned.contains(key) && !learned_.in_memory.contains(key)) {
    bound.insert_or_assign(name, LValue{type, constant_place(v, name, key), {}, {}, loc});
    return;
  }
  const PlacePtr place = make_place(type, name, key, loc);
  store_place(place, v, loc);
  bound.insert_or_assign(name, LValue{type, place, {}, {}, loc});
}

} // namespace heddle::cuda
