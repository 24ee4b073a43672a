// Templates: what their parameters are bound to, as written or as arguments tell.
#include "cuda/lower/template.hpp"

#include "cuda/lower/internal.hpp"
#include "cuda/syntax/ast_print.hpp"

#include <algorithm>

namespace heddle::cuda {

CT decayed(const CT& type) {
  if (type->is(CType::Kind::reference)) return decayed(type->to);
  if (type->is(CType::Kind::array)) return make_pointer(type->to);
  if (type->is(CType::Kind::function)) return make_pointer(type);
  return type;
}

std::string instance_text(const Binding& binding) {
  if (binding.pack) {
    std::string all;
    for (const Binding& element : *binding.pack)
      all += instance_text(element) + ";";
    return all;
  }
  if (binding.type) return identity_text(binding.type);
  if (!binding.function) return std::to_string(binding.value.value_or(0));
  const Item& item = binding.function->item;
  return item.scope + plain_name(std::get<FunctionDecl>(item.decl->node).name);
}

bool same_binding(const Binding& a, const Binding& b) {
  if (a.pack || b.pack)
    return a.pack && b.pack && std::ranges::equal(*a.pack, *b.pack, same_binding);
  if (a.type || b.type) return a.type && b.type && identical(a.type, b.type);
  if (a.function || b.function)
    return a.function && b.function && a.function->item.decl == b.function->item.decl &&
           std::ranges::equal(a.function->bindings, b.function->bindings,
                              [](const auto& x, const auto& y) {
                                return x.first == y.first && same_binding(x.second, y.second);
                              });
  return a.value == b.value;
}

std::string to_string(const Binding& binding) {
  if (binding.pack) {
    std::string all;
    for (const Binding& element : *binding.pack)
      all += (all.empty() ? "" : ", ") + to_string(element);
    return all;
  }
  if (binding.type) return qualified_text(binding.type);
  if (!binding.function) return std::to_string(binding.value.value_or(0));
  const FunctionRef& f = *binding.function;
  std::string s = f.item.scope + plain_name(std::get<FunctionDecl>(f.item.decl->node).name), args;
  for (const auto& [name, argument] : f.bindings)
    args += (args.empty() ? "" : ", ") + to_string(argument);
  return args.empty() ? s : s + "<" + args + ">";
}

// The function that an expression names, if it is one alone.
std::shared_ptr<const FunctionRef> Lowering::named_function(const ExprPtr& e) {
  if (auto* unary = std::get_if<UnaryExpr>(&e->node); unary && unary->op == UnaryOp::address_of)
    return named_function(unary->operand);
  const auto* n = std::get_if<NameExpr>(&e->node);
  if (!n) return nullptr;
  const NamePart& last = n->name.parts.back();
  if (n->name.parts.size() == 1)
    if (Entity* local = find_local(last.identifier)) { // a parameter of the template around
      const auto* l = std::get_if<LValue>(local);
      if (!l || !l->value || !l->value->pointer) return nullptr;
      const auto id = constant_value(l->value->pointer->base);
      if (!id || *id == null_pointee) return nullptr;
      const auto& target = pointees_.at(static_cast<std::size_t>(*id)).function;
      return target ? std::make_shared<const FunctionRef>(*target) : nullptr;
    }
  const auto* items = program_.find(program_.functions, n->name, frame().scope, frame().seen);
  if (!items) return nullptr;
  const Item* chosen = nullptr;
  for (const Item& item : *items) {
    if (!std::get<FunctionDecl>(item.decl->node).body) continue;
    if (chosen) return nullptr; // overloaded
    chosen = &item;
  }
  if (!chosen) return nullptr;
  FunctionRef f{*chosen, {}};
  if (chosen->tmpl) {
    auto bound = bind_template(*chosen->tmpl, last.args.value_or(std::vector<TemplateArg>{}));
    if (!bound) return nullptr;
    f.bindings = std::move(*bound);
  }
  return std::make_shared<const FunctionRef>(std::move(f));
}

// Binds a parameter that is no type to what is written, in the scope that is open.
bool Lowering::bind_value(const TemplateParam& param, const ExprPtr& e, const Bindings& bindings,
                          Binding& b) {
  if (!e) return false;
  auto value = fold_value(e);
  if (!value || value->is_dims || !value->type->is_integral()) {
    b.function = named_function(e);
    return b.function != nullptr;
  }
  const CT type =
      param.value_type ? resolve_in(frame().scope, bindings, param.value_type) : nullptr;
  if (type && type->is_integral()) value = fold_convert(*value, type);
  if (!value) return false;
  b.value = value->integer;
  b.value_type = value->type;
  return true;
}

// The elements of a pack that are written.
std::optional<Binding> Lowering::bind_pack(const TemplateParam& param,
                                           const std::vector<TemplateArg>& args, std::size_t first,
                                           const Bindings& bindings) {
  std::vector<Binding> elements;
  for (std::size_t i = first; i < args.size(); ++i) {
    Binding b;
    if (param.is_type && args[i].type) b.type = resolve(args[i].type);
    if (param.is_type ? !b.type : !bind_value(param, args[i].expr, bindings, b))
      return std::nullopt;
    elements.push_back(std::move(b));
  }
  Binding pack;
  pack.pack = std::make_shared<const std::vector<Binding>>(std::move(elements));
  return pack;
}

std::optional<Bindings> Lowering::bind_template(const TemplateDecl& tmpl,
                                                const std::vector<TemplateArg>& written) {
  Bindings bindings;
  const std::vector<TemplateArg> args = expanded(written);
  for (std::size_t i = 0; i < tmpl.params.size(); ++i) {
    const TemplateParam& param = tmpl.params[i];
    if (param.is_pack) {
      const auto pack =
          i + 1 == tmpl.params.size() ? bind_pack(param, args, i, bindings) : std::nullopt;
      if (!pack) return std::nullopt;
      bindings[param.name] = *pack;
      break;
    }
    Binding b;
    const bool given = i < args.size();
    if (param.is_type) {
      const TypePtr type = given ? args[i].type : param.default_type;
      if (!type) return std::nullopt;
      b.type = given ? resolve(type) : resolve_in(frame().scope, bindings, type);
    } else {
      bool bound = false;
      if (given) {
        bound = bind_value(param, args[i].expr, bindings, b);
      } else {
        in_scope(frame().scope, bindings,
                 [&] { bound = bind_value(param, param.default_expr, bindings, b); });
      }
      if (!bound) return std::nullopt;
    }
    bindings[param.name] = b;
  }
  return bindings;
}

namespace {

// False: another one was deduced before.
bool deduced(Bindings& bindings, const std::string& name, const Binding& binding) {
  const auto [it, fresh] = bindings.try_emplace(name, binding);
  if (fresh || same_binding(it->second, binding)) return true;
  if (it->second.type && binding.type && !is_known(it->second.type)) it->second = binding;
  return it->second.type && binding.type && !(is_known(it->second.type) && is_known(binding.type));
}

// The name that a template argument is.
std::string name_of(const TemplateArg& written) {
  if (written.type)
    if (auto* n = std::get_if<NamedType>(&written.type->node); n && n->name.parts.size() == 1)
      if (!written.type->is_const && !written.type->is_volatile && !n->name.parts[0].args)
        return n->name.parts[0].identifier;
  if (written.expr)
    if (auto* n = std::get_if<NameExpr>(&written.expr->node))
      return n->name.parts.back().identifier;
  return "";
}

} // namespace

// S<T, n> against S<float, 4>, or a class that is derived from it.
bool Lowering::deduce_class(const QualifiedName& name, const CT& arg,
                            const std::set<std::string>& open, Bindings& bindings) {
  const NamePart& last = name.parts.back();
  const Record& record = *arg->record;
  if (class_name(record.name) != last.identifier) {
    for (const Field& base : record.fields)
      if (base.name.empty() && base.type->is(CType::Kind::record) &&
          !deduce_class(name, base.type, open, bindings))
        return false;
    if (!program_.find(program_.types, name, frame().scope, frame().seen)) return true;
  }
  const bool own = class_name(record.name) == last.identifier;
  const auto* items = program_.find(program_.records, name, own ? record.scope : frame().scope);
  if (!items || !items->front().tmpl) return true;
  const auto& params = items->front().tmpl->params;
  const Bindings& arguments = record.arguments.empty() ? record.bindings : record.arguments;
  for (std::size_t i = 0; i < std::min(params.size(), last.args->size()); ++i) {
    const auto actual = arguments.find(params[i].name);
    if (actual == arguments.end()) continue;
    const TemplateArg& written = (*last.args)[i];
    if (written.pack_expansion != params[i].is_pack) return true;
    const std::string single = name_of(written);
    const bool fits = open.contains(single)
                          ? deduced(bindings, single, actual->second)
                          : !written.type || !actual->second.type ||
                                deduce_type(written.type, actual->second.type, open, bindings);
    if (!fits) return false;
  }
  return true;
}

bool Lowering::deduce_type(const TypePtr& param, const CT& arg, const std::set<std::string>& open,
                           Bindings& bindings) {
  if (!param || !arg) return true;
  if (auto* named = std::get_if<NamedType>(&param->node)) {
    const NamePart& last = named->name.parts.back();
    if (named->name.parts.size() == 1 && !last.args && open.contains(last.identifier)) {
      Binding b;
      b.type = without_qualifiers(arg, param->is_const, param->is_volatile);
      return deduced(bindings, last.identifier, b);
    }
    if (last.args && arg->is(CType::Kind::record))
      return deduce_class(named->name, arg, open, bindings);
    if (last.args && arg->is(CType::Kind::group) && arg->group == Group::tile &&
        !last.args->empty()) {
      if (const ExprPtr& e = last.args->front().expr)
        if (auto* n = std::get_if<NameExpr>(&e->node);
            n && open.contains(n->name.parts.back().identifier)) {
          Binding b;
          b.value = arg->width;
          return deduced(bindings, n->name.parts.back().identifier, b);
        }
    }
  } else if (auto* pointer = std::get_if<PointerType>(&param->node)) {
    const CT a = decayed(arg);
    if (a->is(CType::Kind::pointer)) return deduce_type(pointer->to, a->to, open, bindings);
  } else if (auto* reference = std::get_if<ReferenceType>(&param->node)) {
    return deduce_type(reference->to, arg->is(CType::Kind::reference) ? arg->to : arg, open,
                       bindings);
  } else if (auto* array = std::get_if<ArrayType>(&param->node)) {
    if (!arg->is(CType::Kind::array) && !arg->is(CType::Kind::pointer)) return true;
    if (!deduce_type(array->element, arg->to, open, bindings)) return false;
    if (array->extent && arg->extent)
      if (auto* n = std::get_if<NameExpr>(&array->extent->node);
          n && open.contains(n->name.parts.back().identifier)) {
        Binding b;
        b.value = arg->extent;
        return deduced(bindings, n->name.parts.back().identifier, b);
      }
  }
  return true;
}

TypePtr forwarded(const TypePtr& param, const CT& type) {
  return type->is(CType::Kind::reference) ? std::get<ReferenceType>(param->node).to : param;
}

// Of an argument, what a parameter is deduced from: `T&&` takes an lvalue of type X as X&.
CT Lowering::type_to_deduce(const TemplateDecl& tmpl, const TypePtr& param, const Argument& arg) {
  const auto* reference = std::get_if<ReferenceType>(&param->node);
  if (!reference) return without_qualifiers(decayed(arg.type));
  const auto* named = std::get_if<NamedType>(&reference->to->node);
  const bool forwards = reference->rvalue && named && !reference->to->is_const &&
                        named->name.parts.size() == 1 &&
                        std::ranges::any_of(tmpl.params, [&](const TemplateParam& p) {
                          return p.is_type && p.name == named->name.parts[0].identifier;
                        });
  const bool refers = forwards && is_known(arg.type) && category(arg) == Category::lvalue;
  return refers ? make_reference(arg.type) : arg.type;
}

std::optional<Bindings>
Lowering::deduce(const TemplateDecl& tmpl, const FunctionDecl& f,
                 const std::optional<std::vector<TemplateArg>>& explicit_args,
                 const std::vector<Argument>& args) {
  Bindings bindings;
  std::set<std::string> open;
  for (const TemplateParam& param : tmpl.params)
    open.insert(param.name);
  if (explicit_args) {
    const std::vector<TemplateArg> given = expanded(*explicit_args);
    for (std::size_t i = 0; i < std::min(given.size(), tmpl.params.size()); ++i) {
      const TemplateParam& param = tmpl.params[i];
      const TemplateArg& arg = given[i];
      if (param.is_pack) {
        const auto pack = bind_pack(param, given, i, bindings);
        if (!pack) return std::nullopt;
        bindings[param.name] = *pack;
        break;
      }
      Binding b;
      if (param.is_type) {
        if (!arg.type) return std::nullopt;
        b.type = resolve(arg.type);
      } else if (!bind_value(param, arg.expr, bindings, b)) {
        return std::nullopt;
      }
      bindings[param.name] = b;
      open.erase(param.name);
    }
  }
  for (std::size_t i = 0; i < std::min(f.params.size(), args.size()); ++i) {
    const auto& param = std::get<VarDecl>(f.params[i]->node);
    if (param.is_pack) {
      if (i + 1 != f.params.size()) return std::nullopt;
      deduce_pack(tmpl, param, args, i, bindings);
      break;
    }
    const CT type = type_to_deduce(tmpl, param.type, args[i]);
    if (!deduce_type(forwarded(param.type, type), type, open, bindings)) return std::nullopt;
  }
  for (const TemplateParam& param : tmpl.params) {
    if (bindings.contains(param.name)) continue;
    Binding b;
    if (param.is_pack) b.pack = std::make_shared<const std::vector<Binding>>();
    const TypePtr& condition = param.is_type ? param.default_type : param.value_type;
    if (condition) {
      const CT type = resolve_in(frame().scope, bindings, condition);
      if (is_no_type(type)) return std::nullopt;
      if (param.is_type) b.type = type;
      if (names_condition(condition) && type->is(CType::Kind::unknown))
        substitution_in_doubt_ = true;
    }
    if (!param.is_type && param.default_expr)
      in_scope(frame().scope, bindings,
               [&] { bind_value(param, param.default_expr, bindings, b); });
    if (!b.type && !b.value && !b.function && !b.pack) return std::nullopt;
    bindings[param.name] = b;
  }
  return bindings;
}

} // namespace heddle::cuda
