// Methods, constructors, operators.
#include "cuda/lower/atomic.hpp"
#include "cuda/syntax/ast_print.hpp"

#include <algorithm>
#include <sstream>

namespace heddle::cuda {

bool is_constructor(const Record& record, const Method& m) {
  return !m.function->result && m.function->name.parts.back().identifier == class_name(record.name);
}

std::vector<std::pair<const Record*, const Method*>> conversions_of(const Record& record) {
  std::vector<std::pair<const Record*, const Method*>> found;
  for (const Method& m : record.methods)
    if (m.function->name.parts.back().identifier.starts_with("operator ") &&
        m.function->params.empty())
      found.emplace_back(&record, &m);
  for (const Field& base : record.fields)
    if (base.name.empty() && base.type->is(CType::Kind::record))
      for (const auto& inherited : conversions_of(*base.type->record))
        found.push_back(inherited);
  return found;
}

std::string class_name(const std::string& name) {
  const std::string plain = name.substr(0, name.find('<'));
  const std::size_t colon = plain.rfind("::");
  return colon == std::string::npos ? plain : plain.substr(colon + 2);
}

TypePtr result_type(const FunctionDecl& f) {
  if (f.result) return f.result;
  const std::string& name = f.name.parts.back().identifier;
  if (!name.starts_with("operator ")) return nullptr;
  std::string base;
  unsigned pointers = 0;
  for (char c : name.substr(9)) {
    if (c == '*') ++pointers;
    if (c == '&' || c == '<' || c == ':') return nullptr;
    if (c != '*') base += c;
  }
  std::istringstream words(base);
  base.clear();
  auto type = std::make_shared<TypeNode>();
  for (std::string w; words >> w;)
    if (w == "const")
      type->is_const = pointers > 0; // of what is pointed to; a value has no use for it
    else if (w != "volatile")
      base += (base.empty() ? "" : " ") + w;
  if (builtin_type(base)) {
    type->node = BuiltinType{base};
  } else {
    QualifiedName q;
    q.parts.push_back({base, std::nullopt});
    type->node = NamedType{q};
  }
  while (pointers-- > 0) {
    auto outer = std::make_shared<TypeNode>();
    outer->node = PointerType{type};
    type = outer;
  }
  return type;
}

bool has_constructor(const Record& record) {
  return std::ranges::any_of(record.methods, [&](const Method& m) {
    return is_constructor(record, m) && !m.function->is_deleted_or_defaulted;
  });
}

bool has_method(const Record& record, const std::string& name, bool unqualified) {
  const auto named = [&](const Method& m) {
    return m.function->name.parts.back().identifier == name;
  };
  return std::ranges::any_of(record.methods, named) ||
         std::ranges::any_of(record.fields, [&](const Field& base) {
           return base.name.empty() && base.type->is(CType::Kind::record) &&
                  !(unqualified && base.is_dependent) &&
                  has_method(*base.type->record, name, unqualified);
         });
}

bool initialises(const Record& record) {
  return has_constructor(record) || std::ranges::any_of(record.fields, [](const Field& field) {
           return field.init || initialises(field.type);
         });
}

bool initialises(const CT& type) {
  if (type->is(CType::Kind::array)) return initialises(type->to);
  return type->is(CType::Kind::record) && initialises(*type->record);
}

bool copies_itself(const Record& record) {
  return std::ranges::any_of(record.methods, [&](const Method& m) {
    const FunctionDecl& f = *m.function;
    if (!is_constructor(record, m) || f.is_deleted_or_defaulted || f.params.size() != 1)
      return false;
    const auto& param = std::get<VarDecl>(f.params[0]->node);
    const auto* reference = param.type ? std::get_if<ReferenceType>(&param.type->node) : nullptr;
    const auto* named = reference ? std::get_if<NamedType>(&reference->to->node) : nullptr;
    return named && class_name(to_string(named->name)) == class_name(record.name);
  });
}

namespace {

bool has_part(const Record& record, bool (*is_meant)(const Record&)) {
  return std::ranges::any_of(record.fields, [&](const Field& field) {
    const CT* type = &field.type;
    while ((*type)->is(CType::Kind::array))
      type = &(*type)->to;
    return (*type)->is(CType::Kind::record) &&
           (is_meant(*(*type)->record) || has_part(*(*type)->record, is_meant));
  });
}

} // namespace

bool copies_parts(const Record& record) { return has_part(record, copies_itself); }

bool has_own_assignment(const CT& type) {
  return type->is(CType::Kind::record) &&
         (has_method(*type->record, "operator=") || assigns_parts(*type->record));
}

// A method of that name that is a template. `takes_variables`: by a reference that is not const,
// which fits a variable better than the copy constructor does.
bool has_template(const Record& record, const std::string& method, bool takes_variables) {
  return std::ranges::any_of(record.methods, [&](const Method& m) {
    const FunctionDecl& f = *m.function;
    if (!m.tmpl || f.name.parts.back().identifier != method || f.params.size() != 1) return false;
    const auto& type = std::get<VarDecl>(f.params[0]->node).type;
    const auto* reference = type ? std::get_if<ReferenceType>(&type->node) : nullptr;
    return !takes_variables || (reference && !reference->to->is_const);
  });
}

bool has_own_copy(const CT& type) {
  return type->is(CType::Kind::record) &&
         (copies_itself(*type->record) || copies_parts(*type->record));
}

bool assigns_parts(const Record& record) {
  return has_part(record, [](const Record& part) {
    return std::ranges::any_of(part.methods, [](const Method& m) {
      return m.function->name.parts.back().identifier == "operator=" &&
             !m.function->is_deleted_or_defaulted;
    });
  });
}

bool has_destructor(const CT& type) {
  if (type->is(CType::Kind::array)) return has_destructor(type->to);
  if (!type->is(CType::Kind::record)) return false;
  const auto own = [](const Method& m) {
    const FunctionDecl& f = *m.function;
    if (!f.name.parts.back().identifier.starts_with("~") || f.is_deleted_or_defaulted) return false;
    const auto* body = f.body ? std::get_if<CompoundStmt>(&f.body->node) : nullptr;
    return !body || !body->body.empty(); // without one it stands elsewhere
  };
  return std::ranges::any_of(type->record->methods, own) ||
         std::ranges::any_of(type->record->fields,
                             [](const Field& part) { return has_destructor(part.type); });
}

// template <> int S<int>::f(): the method as it is for the arguments of this class alone.
std::optional<Item> Lowering::specialised_member(const Record& record, const FunctionDecl& f) {
  const std::string owner = record.scope + class_name(record.name);
  const auto methods = program_.functions.find(owner + "::" + f.name.parts.back().identifier);
  const auto classes = program_.records.find(owner);
  if (methods == program_.functions.end() || classes == program_.records.end()) return std::nullopt;
  const TemplateDecl* primary = classes->second.front().tmpl;
  for (const Item& item : methods->second) {
    const auto& g = std::get<FunctionDecl>(item.decl->node);
    const bool special = item.tmpl && item.tmpl->params.empty() && !item.tmpl->is_instantiation;
    if (!special || !primary || g.params.size() != f.params.size() || g.name.parts.size() < 2)
      continue;
    const auto& written = g.name.parts[g.name.parts.size() - 2].args;
    std::optional<Bindings> bound;
    if (written)
      in_scope(item.scope, {}, position(item), [&] { bound = bind_template(*primary, *written); });
    const auto same = [&](const auto& entry) {
      const auto at = record.arguments.find(entry.first);
      return at != record.arguments.end() && same_binding(at->second, entry.second);
    };
    if (bound && std::ranges::all_of(*bound, same)) return item;
  }
  return std::nullopt;
}

std::optional<FunctionRef>
Lowering::find_method(const Record& record, const std::string& name,
                      const std::optional<std::vector<TemplateArg>>& explicit_args,
                      const std::vector<Argument>& args, const LValue* object, bool implicit) {
  std::vector<Item> items;
  for (const Method& m : record.methods)
    if (m.function->name.parts.back().identifier == name && !m.function->is_deleted_or_defaulted &&
        !(implicit && m.function->is_explicit))
      items.push_back({m.decl, m.tmpl, record.scope});
  std::optional<FunctionRef> found;
  in_scope(record.scope, record.bindings, record.seen,
           [&] { found = select_function(items, explicit_args, args, object); });
  if (!found) return std::nullopt;
  const auto& f = std::get<FunctionDecl>(found->item.decl->node);
  for (const auto& [param, binding] : record.bindings)
    found->bindings.emplace(param, binding);
  if (const auto special = specialised_member(record, f)) {
    found->item = *special;
    return found;
  }
  if (f.body) return found;
  // Defined outside of the class: S::f.
  auto it = program_.functions.find(record.scope + class_name(record.name) + "::" + name);
  if (it == program_.functions.end()) return found;
  const auto spelled = [](const DeclPtr& param) {
    return to_string(std::get<VarDecl>(param->node).type);
  };
  std::vector<const Item*> fitting, equal; // by the number of parameters, by their types
  for (const Item& item : it->second) {
    const auto& other = std::get<FunctionDecl>(item.decl->node);
    if (item.tmpl && item.tmpl->params.empty()) continue; // a specialisation
    if (!other.body || other.params.size() != f.params.size()) continue;
    fitting.push_back(&item);
    if (other.is_const == f.is_const &&
        std::ranges::equal(other.params, f.params, {}, spelled, spelled))
      equal.push_back(&item);
  }
  // Several are of overloads that are not told apart, or of specialisations: it then has no body.
  const Item* outside = equal.size() == 1                      ? equal[0]
                        : equal.empty() && fitting.size() == 1 ? fitting[0]
                                                               : nullptr;
  if (outside) {
    found->defaults = found->item.decl;
    found->item = *outside;
  }
  return found;
}

// The object itself or the part of it that a base class of this type is.
std::optional<LValue> Lowering::part_of_type(const LValue& object, const CT& type, Loc loc) {
  if (!object.type->is(CType::Kind::record)) return std::nullopt;
  if (object.type->record == type->record) return object;
  const auto& fields = object.type->record->fields;
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name.empty() && fields[i].type->is(CType::Kind::record))
      if (auto part = part_of_type(member(object, {i}, loc), type, loc)) return part;
  return std::nullopt;
}

// Explicit template arguments that are values, as literals: they are written where the call is, and
// names mean something else in the class.
std::optional<std::vector<TemplateArg>>
Lowering::folded_args(const std::optional<std::vector<TemplateArg>>& args) {
  if (!args) return args;
  std::vector<TemplateArg> folded = *args;
  for (TemplateArg& arg : folded) {
    const auto value = arg.expr ? fold_value(arg.expr) : std::nullopt;
    if (!value || value->is_dims || !value->type->is(CType::Kind::integer)) continue;
    if (value->type->is_signed && value->integer < 0) continue;
    auto literal = std::make_shared<ExprNode>(*arg.expr);
    const std::string suffix = value->type->is_signed ? "" : "u";
    literal->node = IntLiteral{static_cast<std::uint64_t>(value->integer),
                               suffix + (value->type->width == 64 ? "ll" : ""), true};
    arg = {nullptr, literal, false};
  }
  return folded;
}

// Do its destructor and those of its parts change nothing but the object, which is no more then?
bool Lowering::destroys_quietly(const CT& type, Loc loc) {
  if (type->is(CType::Kind::array)) return destroys_quietly(type->to, loc);
  if (!type->is(CType::Kind::record)) return true;
  const Record& record = *type->record;
  const std::string name = "~" + class_name(record.name);
  bool known = true;
  const bool quiet = !has_method(record, name) || only_assigns_own([&] {
    const PlacePtr place =
        make_place(without_qualifiers(type), "object", place_key("object", loc), loc);
    std::vector<Argument> none;
    const auto f = find_method(record, name, std::nullopt, none);
    known = f && std::get<FunctionDecl>(f->item.decl->node).body;
    if (known) inline_call(*f, none, LValue{place->type, place, {}, {}, loc}, loc);
  });
  return quiet && known && std::ranges::all_of(record.fields, [&](const Field& part) {
           return !has_destructor(part.type) || destroys_quietly(part.type, loc);
         });
}

// A value, or what the only conversion of an object makes of it.
std::optional<Value> Lowering::as_operand(const LValue& object, Loc loc) {
  if (!object.type->is(CType::Kind::record)) return value_of(object);
  const Method* only = nullptr;
  for (const Method& m : object.type->record->methods) {
    if (!m.function->name.parts.back().identifier.starts_with("operator ") ||
        m.function->is_explicit)
      continue;
    if (only) return std::nullopt;
    only = &m;
  }
  if (!only || only->tmpl || !only->function->params.empty()) return std::nullopt;
  std::vector<Argument> none;
  const auto r = call_method(object, only->function->name.parts.back(), none, loc);
  return r ? std::optional(load(*r)) : std::nullopt;
}

// An object that is a value, as a variable: its methods may still change it.
LValue Lowering::kept_object(const LValue& object, Loc loc) {
  if (!object.value || object.type->record->fields.empty()) return object;
  const PlacePtr place = temporary_place(object.type, "self", loc);
  store_place(place, *object.value, loc);
  return {object.type, place, {}, {}, loc};
}

std::optional<LValue> Lowering::call_method(const LValue& object, const NamePart& name,
                                            std::vector<Argument>& args, Loc loc) {
  if (!object.type->is(CType::Kind::record)) return std::nullopt;
  if (name.identifier == "operator()")
    if (auto r = call_closure(object, args, loc)) return r;
  const Record& record = *object.type->record;
  if (record.joined.contains(name.identifier))
    return temporary(not_understood("method '" + name.identifier +
                                        "', which a using declaration joins with a base class's",
                                    loc),
                     loc);
  if (auto f = find_method(record, name.identifier, folded_args(name.args), args, &object)) {
    const auto& decl = std::get<FunctionDecl>(f->item.decl->node);
    if (!decl.body)
      return temporary(
          not_understood("a call of method '" + name.identifier + "', which has no body", loc),
          loc);
    return inline_call(*f, args, kept_object(object, loc), loc);
  }
  // A field that holds a function pointer or an object with operator().
  if (auto path = find_field(record, name.identifier)) {
    const LValue field = member(object, *path, loc);
    if (field.type->is(CType::Kind::pointer)) return call_pointer(load(field), args, loc);
    if (field.type->is(CType::Kind::record))
      return call_method(field, {"operator()", std::nullopt}, args, loc);
  }
  for (std::size_t i = 0; i < record.fields.size(); ++i) // base classes
    if (record.fields[i].name.empty() && record.fields[i].type->is(CType::Kind::record))
      if (auto r = call_method(member(object, {i}, loc), name, args, loc)) return r;
  return std::nullopt;
}

std::optional<LValue> Lowering::operator_call(const std::string& op,
                                              const std::vector<Argument>& args, Loc loc) {
  const std::string name = "operator" + op;
  if (args[0].type->is(CType::Kind::record)) {
    std::vector<Argument> rest(args.begin() + 1, args.end());
    if (has_method(*args[0].type->record, name))
      if (auto r = call_method(args[0].lvalue, {name, std::nullopt}, rest, loc)) return r;
  }
  QualifiedName q;
  q.parts.push_back({name, std::nullopt});
  std::vector<Item> items = program_.functions_named(q, frame().scope, frame().seen);
  std::vector<CT> types;
  for (const Argument& arg : args)
    types.push_back(arg.type);
  add_associated(items, name, types);
  const auto f = select_function(items, std::nullopt, args);
  if (!f || !std::get<FunctionDecl>(f->item.decl->node).body) return std::nullopt;
  std::vector<Argument> copy = args;
  return inline_call(*f, copy, std::nullopt, loc);
}

// The pointer that a reference member is.
std::optional<Value> Lowering::bind_reference(const Field& field, const ExprPtr& e) {
  if (!field.refers) return std::nullopt;
  const LValue l = eval_lvalue(e);
  return convert(pointer_value(make_pointer(l.type), address(l)), field.type, e->loc);
}

// C++ binds `T&` to nothing but an object of that type. Where `l` is not one, it is a value that
// stands for an object which is not understood, and what is stored through the reference would be
// lost: reports that.
bool Lowering::loses_writes(const TypePtr& written, const CT& type, const LValue& l, Loc loc) {
  const auto* reference = written ? std::get_if<ReferenceType>(&written->node) : nullptr;
  if (!reference || reference->rvalue || type->to->is_const || l.type->is_const) return false;
  const bool converted = type->to->is_arithmetic() && !same_type(l.type, type->to);
  const bool value =
      l.value && (l.type->is_arithmetic() || l.type->is(CType::Kind::pointer) ||
                  (l.type->is(CType::Kind::record) && !l.type->record->fields.empty()));
  if (converted || value)
    unsupported("a reference to a value of type '" + to_string(l.type) + "'", loc);
  return converted || value;
}

// static_cast<D&>(*this), static_cast<D*>(this) in a base class of D: the object that it is a part
// of.
std::optional<LValue> Lowering::whole_object(const CastExpr& n, const CT& type, Loc loc) {
  const bool pointer = type->is(CType::Kind::pointer);
  if ((!pointer && !type->is(CType::Kind::reference)) || !type->to->is(CType::Kind::record) ||
      !frame().self)
    return std::nullopt;
  const ExprNode* operand = n.operand.get();
  if (!pointer) {
    const auto* deref = std::get_if<UnaryExpr>(&operand->node);
    if (!deref || deref->op != UnaryOp::deref) return std::nullopt;
    operand = deref->operand.get();
  }
  if (!std::holds_alternative<ThisExpr>(operand->node)) return std::nullopt;
  for (const LValue* l = &*frame().self; l; l = l->whole.get())
    if (l != &*frame().self && same_type(l->type, type->to)) {
      LValue found = *l;
      found.loc = loc;
      return pointer ? temporary(pointer_value(type, address(found)), loc) : found;
    }
  return std::nullopt;
}

} // namespace heddle::cuda
