// Declarations in functions: variables of every storage, local types.
#include "cuda/syntax/walk.hpp"

#include "cuda/lower/internal.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

bool is_auto(const TypePtr& type) { return type && std::holds_alternative<AutoType>(type->node); }

// Does the initialiser mention the variable itself, which is in scope there?
bool mentions_itself(const VarDecl& var) {
  bool found = false;
  for (const ExprPtr& arg : var.args)
    walk(arg, [&](const ExprPtr& e) {
      const auto names = [&](const ExprPtr& x) {
        const auto* n = x ? std::get_if<NameExpr>(&x->node) : nullptr;
        found = found || (n && n->name.parts.size() == 1 && !n->name.global &&
                          n->name.parts[0].identifier == var.name);
      };
      names(e);
      if (const auto* size = std::get_if<SizeofExpr>(&e->node); size && size->operand)
        walk(size->operand, names);
    });
  return found;
}

} // namespace

void Lowering::local_decl(const DeclPtr& decl) {
  if (auto* var = std::get_if<VarDecl>(&decl->node)) return local_var(*var, decl->loc);
  if (auto* alias = std::get_if<TypedefDecl>(&decl->node))
    return declare(alias->name, resolve(alias->type));
  if (std::holds_alternative<RecordDecl>(decl->node)) return local_record(decl);
  if (auto* e = std::get_if<EnumDecl>(&decl->node)) {
    declare_enumerators(*e);
    if (!e->name.empty()) declare(e->name, enum_type(*e));
    return;
  }
  if (auto* island = std::get_if<IslandDecl>(&decl->node))
    return unsupported("a declaration that was not understood: " + island->reason, island->error);
  if (auto* n = std::get_if<UsingDecl>(&decl->node); n && n->alias.empty() && !n->is_namespace)
    return use_name(*n, decl->loc);
  // Directives, static_assert and prototypes do nothing here.
}

void Lowering::local_record(const DeclPtr& decl) {
  const auto& record = std::get<RecordDecl>(decl->node);
  if (!record.is_definition) return;
  const CT type = resolve_record(decl, frame().scope, {}, "");
  if (!record.name.parts.empty()) declare(record.name.parts.back().identifier, type);
}

// The type of `auto x = init`, `auto& x`, `const auto* x`, from the initialiser's type.
CT Lowering::deduce_auto(const TypePtr& type, const CT& from) {
  CT t = from;
  if (auto* pointer = std::get_if<PointerType>(&type->node)) {
    if (!from->is(CType::Kind::pointer)) return make_unknown("auto");
    t = make_pointer(deduce_auto(pointer->to, from->to));
  } else if (auto* reference = std::get_if<ReferenceType>(&type->node)) {
    t = make_reference(deduce_auto(reference->to, from));
  } else if (!is_auto(type)) {
    return resolve(type);
  }
  return with_qualifiers(t, type->is_const, type->is_volatile);
}

LValue Lowering::shared_var(const VarDecl& var, const CT& type, Loc loc) {
  CT element = type;
  bool sized = true;
  while (element->is(CType::Kind::array)) {
    sized = sized && element->extent.has_value();
    element = element->to;
  }
  const Expr zero = pool_->constant(0, Type::i64());
  if (!sized && var.attributes.extern_) {
    // Every unsized extern array is the one dynamic allocation of the block.
    if (!dynamic_shared_)
      dynamic_shared_ =
          make_array_for(type, var.name, "dynamic shared memory", core::Space::shared, loc);
    return {type, nullptr, array_pointer(*dynamic_shared_, zero), {}, loc};
  }
  const std::string key = "shared " + var.name + "@" + ctx_.files.describe(loc) + " " +
                          to_string(type) + frame().instance;
  auto it = arrays_.find(key);
  if (it == arrays_.end())
    it = arrays_.emplace(key, make_array_for(type, var.name, key, core::Space::shared, loc)).first;
  return {type, nullptr, array_pointer(it->second, zero), {}, loc};
}

// Variables that are no local storage: shared memory, references, constants.
bool Lowering::special_var(const VarDecl& var, const CT& type, Loc loc) {
  if (var.attributes.shared || var.attributes.extern_) {
    if (!var.attributes.shared) {
      QualifiedName name;
      name.parts.push_back({var.name, std::nullopt});
      const auto* items = program_.find(program_.globals, name, frame().scope, frame().seen);
      if (items) declare(var.name, *global_variable(items->front(), loc));
      if (!items) unsupported("an extern variable in a function", loc);
      return true;
    }
    declare(var.name, shared_var(var, type, loc));
    return true;
  }
  if (type->is(CType::Kind::reference)) {
    LValue l;
    if (var.args.size() == 1) l = eval_lvalue(var.args[0]);
    if (!l.type) {
      unsupported("a reference without an initialiser", loc);
      return true;
    }
    const bool temporary_value = l.value.has_value() && !l.type->is(CType::Kind::function);
    const bool converted = !same_type(l.type, type->to) && type->to->is_arithmetic();
    if (loses_writes(var.type, type, l, loc)) return true;
    if (temporary_value || converted) { // lives as long as the reference
      const PlacePtr place = make_place(type->to, var.name, place_key(var.name, loc), loc);
      store_place(place, convert(load(l), type->to, loc), loc);
      l = LValue{type->to, place, {}, {}, loc};
    }
    l = bound_to(type->to, std::move(l), loc);
    snapshot(l);
    l.refers = true;
    declare(var.name, l);
    return true;
  }
  const bool is_const = type->is_const || var.attributes.constexpr_;
  if (is_const && type->is_integral() && var.args.size() == 1 && !type->is_volatile &&
      !mentions_itself(var))
    if (auto v = fold_value(var.args[0]))
      if (auto c = fold_convert(*v, type)) {
        declare(var.name, temporary(int_value(c->integer, type), loc));
        return true;
      }
  if (var.attributes.static_ && !is_const) {
    unsupported("a static variable in a function", loc);
    return true;
  }
  return false;
}

// `auto [a, b] = e`: an object without a name, and names for its parts.
void Lowering::structured_binding(const VarDecl& var, Loc loc) {
  VarDecl whole = var;
  whole.bindings.clear();
  for (const std::string& name : var.bindings)
    whole.name += (whole.name.empty() ? "[" : ", ") + name;
  whole.name += "]";
  const bool refers = std::holds_alternative<ReferenceType>(var.type->node);
  const CT from = var.args.size() == 1 && !refers ? type_of(var.args[0]) : nullptr;
  if (from && from->is(CType::Kind::array))
    copy_array(whole.name, from, eval_lvalue(var.args[0]), loc);
  else
    local_var(whole, loc);
  const Entity* entity = find_local(whole.name);
  const auto* object = entity ? std::get_if<LValue>(entity) : nullptr;
  const std::vector<LValue> parts = object ? parts_of(*object, loc) : std::vector<LValue>{};
  if (parts.size() != var.bindings.size())
    return unsupported("names for the parts of '" + (object ? to_string(object->type) : "") + "'",
                       loc);
  for (std::size_t i = 0; i < parts.size(); ++i)
    declare(var.bindings[i], parts[i]);
}

void Lowering::copy_array(const std::string& name, const CT& type, const LValue& from, Loc loc) {
  const PlacePtr place = make_place(type, name, place_key(name, loc), loc);
  const LValue to{type, place, {}, {}, loc};
  const std::vector<LValue> sources = parts_of(from, loc), targets = parts_of(to, loc);
  for (std::size_t i = 0; i < sources.size(); ++i)
    store(targets[i], load(sources[i]));
  declare(name, to);
}

// The elements of a short array, the fields of a record without bases; none otherwise.
std::vector<LValue> Lowering::parts_of(const LValue& object, Loc loc) {
  static constexpr std::int64_t most = 64;
  std::vector<LValue> parts;
  if (object.type->is(CType::Kind::array)) {
    const std::int64_t n = object.type->extent.value_or(0);
    for (std::int64_t i = 0; n <= most && !object.type->to->is(CType::Kind::array) && i < n; ++i)
      parts.push_back(index(object, int_value(i, make_integer(64, true)), loc));
  } else if (object.type->is(CType::Kind::record) && object.type->record->unsupported.empty()) {
    const auto& fields = object.type->record->fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].name.empty() || object.type->record->is_union) return {};
      if (fields[i].name != ":") parts.push_back(member(object, {i}, loc));
    }
  }
  return parts;
}

void Lowering::local_var(const VarDecl& var, Loc loc) {
  if (!var.bindings.empty()) return structured_binding(var, loc);
  CT type = resolve(var.type);
  Value from_auto;
  bool deduced = false;
  const TypePtr* inner = &var.type;
  while (true) { // auto below * and &
    if (auto* pointer = std::get_if<PointerType>(&(*inner)->node)) {
      inner = &pointer->to;
    } else if (auto* reference = std::get_if<ReferenceType>(&(*inner)->node)) {
      inner = &reference->to;
    } else {
      break;
    }
  }
  if (is_auto(*inner) && var.args.size() == 1) {
    if (type->is(CType::Kind::reference)) {
      type = deduce_auto(var.type, type_of(var.args[0]));
    } else {
      const CT from = type_of(var.args[0]);
      from_auto = has_own_copy(from) ? eval_initialiser(from, var.args[0]) : eval(var.args[0]);
      type = deduce_auto(var.type, from_auto.type);
      deduced = true;
    }
  }
  type = with_extent(type, var);
  if (special_var(var, type, loc)) return;
  if (deduced && type->is_const && type->is_integral() && !type->is_volatile)
    if (const Value v = convert(from_auto, type, loc); constant_value(v.scalar))
      return declare(var.name, temporary(v, loc)); // what a builtin computes, as a size
  if (has_destructor(type) && !destroys_quietly(type, loc))
    unsupported("a variable of type '" + to_string(type) + "', which has a destructor", loc);
  if (type->is(CType::Kind::record) && !type->record->unsupported.empty())
    return unsupported(type->record->unsupported, loc);

  if (type->is(CType::Kind::unknown)) {
    // Nothing is known about its operations: the value is unknown, whatever is done with it.
    if (!deduced)
      for (const ExprPtr& arg : var.args)
        eval_discard(arg);
    declare(var.name,
            temporary(unknown_value(type, "a value of type '" + to_string(type) + "'", loc), loc));
    return;
  }
  if (type->is(CType::Kind::group)) {
    for (const ExprPtr& arg : var.args) {
      if (deduced) break;
      if (type->group == Group::unknown)
        type = convert(eval(arg), type, loc).type;
      else
        eval_discard(arg);
    }
    declare(var.name, temporary({type, nullptr, {}, {}}, loc));
    return;
  }
  const PlacePtr place = make_place(type, var.name, place_key(var.name, loc), loc);
  const LValue object{type, place, {}, {}, loc};
  if (deduced) {
    store_place(place, convert(from_auto, type, loc), loc);
    return declare(var.name, object);
  }
  declare(var.name, object); // its initialiser may name it
  init_var(var, place, loc);
}

void Lowering::init_var(const VarDecl& var, const PlacePtr& place, Loc loc) {
  const CT& type = place->type;
  const bool record = type->is(CType::Kind::record);
  if (record && has_constructor(*type->record)) {
    const bool copy = var.init == Init::copy && var.args.size() == 1;
    if (copy && !std::holds_alternative<InitListExpr>(var.args[0]->node)) {
      return store_place(place, eval_initialiser(type, var.args[0]), loc);
    }
    if (copy) {
      construct_in(place, std::get<InitListExpr>(var.args[0]->node).items, loc);
    } else {
      construct_in(place, var.args, loc);
    }
    return;
  }
  switch (var.init) {
  case Init::none:
    if (record && initialises(*type->record))
      return store_place(place, construct(type, {}, true, loc), loc);
    if (type->is(CType::Kind::array) && initialises(type->to) && type->extent.value_or(0) <= 64)
      return store_place(place, init_list(type, {}, {}, loc), loc);
    if (type->is(CType::Kind::pointer)) return; // reading it first is undefined
    return havoc_place(place, "uninitialised '" + var.name + "'", false, loc);
  case Init::copy:
    if (var.args.empty()) return;
    if (type->is(CType::Kind::array)) {
      const auto* list = std::get_if<InitListExpr>(&var.args[0]->node);
      if (!list) return; // a string: the content is not tracked
      if (type->extent.value_or(0) > 64) {
        for (const ExprPtr& item : list->items)
          eval_discard(item);
        return;
      }
    }
    return store_place(place, eval_initialiser(type, var.args[0]), loc);
  case Init::call:
  case Init::braces:
    if (!record && !type->is(CType::Kind::array) && var.args.size() == 1)
      return store_place(place, eval_initialiser(type, var.args[0], true), loc);
    if (type->is(CType::Kind::array) && type->extent.value_or(0) > 64) {
      for (const ExprPtr& item : var.args)
        eval_discard(item);
      return;
    }
    if (record)
      return store_place(place, construct(type, var.args, var.init == Init::braces, loc), loc);
    return store_place(place, init_list(type, var.args, {}, loc), loc);
  }
}

} // namespace heddle::cuda
