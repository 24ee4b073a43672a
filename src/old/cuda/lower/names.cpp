// What names mean: locals, members, constants, globals; constant folding in a function's scope.
#include "cuda/lower/internal.hpp"

namespace heddle::cuda {

namespace {

std::optional<FoldValue> as_fold_value(const Value& v) {
  if (!v.scalar || !v.type->is_integral()) return std::nullopt;
  const auto c = constant_value(v.scalar);
  if (!c) return std::nullopt;
  FoldValue r;
  r.type = v.type;
  r.integer = *c;
  return r;
}

} // namespace

void Lowering::declare(const std::string& name, Entity entity) {
  frame().names.back().insert_or_assign(name, std::move(entity));
}

Entity* Lowering::find_local(const std::string& name) {
  auto& names = frame().names;
  for (auto it = names.rbegin(); it != names.rend(); ++it)
    if (auto found = it->find(name); found != it->end()) return &found->second;
  return nullptr;
}

std::string Lowering::place_key(const std::string& name, Loc loc) {
  std::string key = frame().path + "/" + name + "@" + std::to_string(loc.file) + ":" +
                    std::to_string(loc.line) + ":" + std::to_string(loc.column);
  const unsigned n = ++keys_[key];
  return n == 1 ? key : key + "#" + std::to_string(n);
}

// What a member that is a reference refers to, unless that is what is bound.
LValue Lowering::member(const LValue& record, const std::vector<std::size_t>& path, Loc loc,
                        bool binds) {
  LValue l = record;
  l.loc = loc;
  for (std::size_t i : path) {
    const Field& field = l.type->record->fields[i];
    l.whole = field.name.empty() ? std::make_shared<const LValue>(l) : nullptr;
    if (l.place && l.place->kind == Place::Kind::aggregate) {
      l.place = l.place->parts[i];
    } else if (l.place && l.place->kind == Place::Kind::constant) {
      const PlacePtr part =
          constant_place(l.place->value.fields.at(i), l.place->name + "." + field.name,
                         l.place->key + "." + field.name);
      part->root = l.place->root;
      l.place = part;
    } else if (l.place) {
      l.address = array_pointer(l.place->array, pool_->constant(l.place->offset, Type::i64()));
      l.place = nullptr;
    } else if (l.value) {
      Value part =
          i < l.value->fields.size() ? l.value->fields[i] : unknown_value(field.type, "", loc);
      l.value = std::move(part);
    }
    if (l.address)
      l.address->offset = pool_->add(l.address->offset, pool_->constant(field.offset, Type::i64()));
    const bool is_volatile = l.type->is_volatile;
    const bool is_const = l.type->is_const && !field.is_mutable && !field.refers;
    l.type = with_qualifiers(field.type, is_const, is_volatile);
    l.refers = false;
    l.bits = field.bits;
    if (l.value && l.bits.width > 0) l.value = narrowed(*l.value, l.bits);
    if (field.refers && !binds) {
      l = deref(load(l), loc);
      l.refers = true;
    }
  }
  return l;
}

std::optional<LValue> Lowering::find_member(const std::string& name, Loc loc) {
  if (!frame().self || !frame().self->type->is(CType::Kind::record)) return std::nullopt;
  const Record& record = *frame().self->type->record;
  if (auto path = find_field(record, name, true)) return member(*frame().self, *path, loc);
  if (const FoldValue* v = constant_of(record, name, true)) return temporary(literal(*v), loc);
  return std::nullopt;
}

std::optional<LValue> Lowering::find_constant(const QualifiedName& name) {
  for (const std::string& spelling : program_.spellings(name, frame().scope))
    if (auto it = program_.enumerators.find(spelling); it != program_.enumerators.end()) {
      const EnumeratorItem& e = it->second.front();
      if (e.order > frame().seen) continue;
      if (auto v = enumerator(*e.decl, e.index, e.scope))
        return temporary(int_value(*v, enum_type(*e.decl)), e.decl->items[e.index].loc);
    }
  if (const auto v = trait_value(name)) return temporary(bool_value(pool_->boolean(*v)), {});
  if (name.parts.size() < 2) return std::nullopt;
  QualifiedName owner = name; // S<4>::size
  owner.parts.pop_back();
  const CT type = resolve_name(owner, {});
  if (!type->is(CType::Kind::record)) return std::nullopt;
  const FoldValue* v = constant_of(*type->record, name.parts.back().identifier);
  return v ? std::optional(temporary(literal(*v), {})) : std::nullopt;
}

std::optional<LValue> Lowering::find_variable(const QualifiedName& name, Loc loc) {
  if (name.parts.size() == 1 && !name.global) {
    const std::string& identifier = name.parts[0].identifier;
    if (Entity* e = find_local(identifier)) {
      if (auto* lvalue = std::get_if<LValue>(e)) {
        LValue l = *lvalue;
        l.loc = loc;
        return l;
      }
      return std::nullopt;
    }
    if (auto l = find_member(identifier, loc)) return l;
  }
  if (auto l = find_constant(name)) {
    l->loc = loc;
    return l;
  }
  if (const auto* items = program_.find(program_.globals, name, frame().scope, frame().seen)) {
    const Item* best = &items->front(); // a definition says more than an extern declaration
    for (const Item& item : *items)
      if (!std::get<VarDecl>(item.decl->node).attributes.extern_) best = &item;
    return global_variable(*best, loc);
  }
  return std::nullopt;
}

std::optional<FoldValue> Lowering::fold_global(const Item& item) {
  const auto& var = std::get<VarDecl>(item.decl->node);
  const bool is_const = (var.type && var.type->is_const) || var.attributes.constexpr_;
  if (!is_const || var.args.size() != 1) return std::nullopt; // others the host may change
  if (!folding_.insert(item.decl.get()).second) return std::nullopt;
  std::optional<FoldValue> v;
  in_scope(item.scope, {}, position(item), [&] {
    if ((v = fold_value(var.args[0]))) v = fold_convert(*v, resolve(var.type));
  });
  folding_.erase(item.decl.get());
  return v;
}

std::optional<LValue> Lowering::global_variable(const Item& item, Loc loc) {
  const auto& var = std::get<VarDecl>(item.decl->node);
  if (auto v = fold_global(item); v && v->type->is_arithmetic()) return temporary(literal(*v), loc);
  const CT type = with_extent(resolve_in(item, {}, var.type), var);
  // A constant of the host has its value when the program starts.
  const bool constant = (var.type->is_const || var.attributes.constexpr_) && !var.args.empty() &&
                        !var.attributes.constant && !var.attributes.device;
  if (constant && type->is_arithmetic())
    return temporary(unknown_value(type, "the value of '" + var.name + "'", loc, Scope::grid), loc);
  const std::string key = item.scope + var.name + "@" + ctx_.files.describe(item.decl->loc);
  auto it = arrays_.find(key);
  if (it == arrays_.end()) {
    core::Space space = core::Space::global;
    if (var.attributes.shared) space = core::Space::shared;
    if (var.attributes.constant || (var.type && var.type->is_const && !var.attributes.device))
      space = core::Space::constant;
    if (var.attributes.shared) return shared_var(var, type, item.decl->loc);
    it = arrays_
             .emplace(key, make_array_for(type, item.scope + var.name, key, space, item.decl->loc))
             .first;
  }
  if (!tables_.contains(it->second))
    if (auto table = folded_table(item, type)) tables_.emplace(it->second, std::move(*table));
  return LValue{type, nullptr, array_pointer(it->second, pool_->constant(0, Type::i64())), {}, loc};
}

FoldEnv Lowering::fold_env() {
  FoldEnv env;
  env.name = [this](const QualifiedName& name) { return fold_name(name); };
  env.type = [this](const TypePtr& type) { return resolve(type); };
  env.type_of = [this](const ExprPtr& e) { return unevaluated_type(e); };
  env.rewritten = [this](const CallExpr& n) { return pack_call(n); };
  env.call = [this](const CallExpr& n, const std::vector<FoldValue>& args) {
    return fold_call(n, args);
  };
  return env;
}

std::optional<FoldValue> Lowering::fold_value(const ExprPtr& e) {
  const FoldEnv env = fold_env();
  return cuda::fold(e, env);
}

std::optional<std::int64_t> Lowering::fold(const ExprPtr& e) {
  const auto v = fold_value(e);
  if (!v || v->is_dims || !v->type->is_integral()) return std::nullopt;
  return v->integer;
}

std::optional<FoldValue> Lowering::fold_name(const QualifiedName& name) {
  if (name.parts.size() == 1 && !name.global) {
    const std::string& identifier = name.parts[0].identifier;
    if (identifier == "warpSize") {
      FoldValue r;
      r.type = make_integer(32, true);
      r.integer = 32;
      return r;
    }
    if (Entity* e = find_local(identifier)) {
      auto* lvalue = std::get_if<LValue>(e);
      if (!lvalue) return std::nullopt;
      if (lvalue->value) return as_fold_value(*lvalue->value);
      return std::nullopt;
    }
    if (frame().self && frame().self->type->is(CType::Kind::record)) {
      const Record& record = *frame().self->type->record;
      if (find_field(record, identifier, true)) return std::nullopt;
      if (auto l = find_member(identifier, {})) return as_fold_value(*l->value);
    }
  }
  if (auto l = find_constant(name)) return as_fold_value(*l->value);
  if (const auto* items = program_.find(program_.globals, name, frame().scope, frame().seen))
    return fold_global(items->front());
  return std::nullopt;
}

} // namespace heddle::cuda
