// Resolution of written types: typedefs, records, templates.
#include "cuda/lower/atomic.hpp"
#include "cuda/lower/depth.hpp"
#include "cuda/syntax/ast_print.hpp"

#include <algorithm>
#include <utility>

namespace heddle::cuda {

namespace {

// Is `type` there because its methods may name it without arguments?
bool is_injected(const CT& type, const NamePart& name) {
  return type->is(CType::Kind::record) && class_name(type->record->name) == name.identifier;
}

} // namespace

std::string instance_suffix(const Bindings& bindings) {
  std::string text;
  for (const auto& [param, binding] : bindings)
    text += (text.empty() ? "<" : ", ") + to_string(binding);
  return text.empty() ? "<>" : text + ">";
}

void Lowering::declare_bindings(const Bindings& bindings) {
  for (const auto& [name, binding] : bindings)
    declare_binding(frame().names.back(), name, binding);
}

std::optional<Entity> Lowering::binding_entity(const Binding& binding) {
  if (binding.type) return binding.type;
  if (binding.function) return temporary(function_value(*binding.function), {});
  if (!binding.value) return std::nullopt;
  const CT type = binding.value_type ? binding.value_type : make_integer(32, true);
  return temporary(int_value(*binding.value, type), {});
}

void Lowering::in_scope(const std::string& scope, const Bindings& bindings,
                        const std::function<void()>& f) {
  in_scope(scope, bindings, frames_.empty() ? end_of_file : frame().seen, f);
}

void Lowering::in_scope(const std::string& scope, const Bindings& bindings, unsigned seen,
                        const std::function<void()>& f) {
  Frame inner;
  inner.scope = scope;
  inner.seen = seen;
  inner.is_instance = !bindings.empty();
  if (!frames_.empty()) {
    inner.call = frame().call;
    inner.path = frame().path;
  }
  inner.names.emplace_back();
  frames_.push_back(std::move(inner));
  declare_bindings(bindings);
  f();
  frames_.pop_back();
}

CT Lowering::resolve_in(const std::string& scope, const Bindings& bindings, const TypePtr& type) {
  CT result;
  in_scope(scope, bindings, [&] { result = resolve(type); });
  return result;
}

CT Lowering::resolve_in(const Item& item, const Bindings& bindings, const TypePtr& type) {
  CT result;
  in_scope(item.scope, bindings, position(item), [&] { result = resolve(type); });
  return result;
}

CT Lowering::resolve_in(const Record& record, const TypePtr& type) {
  CT result;
  in_scope(record.scope, record.bindings, record.seen, [&] { result = resolve(type); });
  return result;
}

// What is local to a function sees what that sees.
unsigned Lowering::position(const DeclNode& decl) const {
  const auto at = program_.order.find(&decl);
  if (at != program_.order.end()) return at->second;
  return frames_.empty() ? end_of_file : frames_.back().seen;
}

unsigned Lowering::position(const Item& item) const {
  return item.order > 0 ? item.order : position(*item.decl);
}

CT Lowering::resolve(const TypePtr& type) {
  const Depth depth(*this);
  if (!type || depth.too_deep()) return make_unknown("?");
  CT t;
  if (auto* n = std::get_if<BuiltinType>(&type->node)) {
    t = builtin_type(n->spelling);
    if (!t) t = make_unknown(n->spelling);
  } else if (auto* named = std::get_if<NamedType>(&type->node)) {
    t = resolve_name(named->name, type->loc);
  } else if (auto* pointer = std::get_if<PointerType>(&type->node)) {
    t = make_pointer(resolve(pointer->to));
  } else if (auto* reference = std::get_if<ReferenceType>(&type->node)) {
    t = make_reference(resolve(reference->to), reference->rvalue);
  } else if (auto* array = std::get_if<ArrayType>(&type->node)) {
    t = make_array(resolve(array->element), array->extent ? fold(array->extent) : std::nullopt);
  } else if (auto* function = std::get_if<FunctionType>(&type->node)) {
    std::vector<CT> params;
    for (const TypePtr& p : function->params)
      params.push_back(resolve(p));
    t = make_function(resolve(function->result), std::move(params));
  } else if (auto* of = std::get_if<DecltypeType>(&type->node)) {
    t = decltype_of(*of);
  } else if (auto* inline_type = std::get_if<InlineType>(&type->node)) {
    if (auto* e = std::get_if<EnumDecl>(&inline_type->decl->node)) {
      t = enum_type(*e);
    } else {
      const Bindings around = bindings_around_;
      t = resolve_record(inline_type->decl, frame().scope, around,
                         around.empty() ? "" : instance_suffix(around));
    }
  } else {
    t = make_unknown("auto");
  }
  return with_qualifiers(t, type->is_const, type->is_volatile);
}

CT Lowering::resolve_name(const QualifiedName& name, Loc) {
  const NamePart& last = name.parts.back();
  if (name.parts.size() == 1 && !name.global) {
    if (Entity* e = find_local(last.identifier))
      if (auto* type = std::get_if<CT>(e); type && !(last.args && is_injected(*type, last)))
        return *type;
    if (frame().self && frame().self->type->is(CType::Kind::record)) {
      const Record& record = *frame().self->type->record;
      if (auto it = record.types.find(last.identifier); it != record.types.end()) return it->second;
    }
  } else if (name.parts.size() == 2) {
    QualifiedName outer = name;
    outer.parts.pop_back();
    const CT owner = resolve_name(outer, {});
    if (owner->is(CType::Kind::record))
      if (auto it = owner->record->types.find(last.identifier); it != owner->record->types.end())
        return it->second;
  }
  const unsigned seen = frame().seen;
  for (const std::string& spelling : program_.spellings(name, frame().scope)) {
    if (auto it = program_.types.find(spelling);
        it != program_.types.end() && it->second.front().order <= seen)
      return resolve_item(it->second.front(), name);
    if (auto it = program_.records.find(spelling);
        it != program_.records.end() && it->second.front().order <= seen) {
      // Prefer the definition to forward declarations; specialisations are matched by arguments.
      return resolve_item(it->second.front(), name);
    }
  }
  if ((last.identifier == "thread_block_tile" || last.identifier == "tile") && last.args &&
      !last.args->empty()) {
    const auto threads = fold(last.args->front().expr);
    return threads && *threads > 0 && *threads <= 32
               ? make_group(Group::tile, static_cast<unsigned>(*threads))
               : make_group(Group::unknown, 0);
  }
  if (CT atomic = AtomicLowering(*this).type(name)) return atomic;
  if (last.identifier == "barrier" && last.args) return builtin_type("cuda::barrier");
  if (last.identifier == "pipeline" && last.args) return make_group(Group::pipeline, 0);
  if (last.identifier == "fragment" && last.args) return fragment_type(*last.args);
  if (CT t = trait_type(name)) return t;
  if (CT t = builtin_type(last.identifier)) return t;
  if (auto it = program_.islands.find(last.identifier); it != program_.islands.end())
    needs_island(*it->second, last.identifier);
  return make_unknown(plain_name(name));
}

void Lowering::needs_island(const IslandDecl& island, const std::string& name) {
  if (reported_.insert(name).second)
    unknown("declaration of '" + name + "' was not understood: " + island.reason, island.error);
}

CT Lowering::resolve_item(const Item& item, const QualifiedName& name) {
  if (auto* alias = std::get_if<TypedefDecl>(&item.decl->node)) {
    Bindings bindings;
    if (item.tmpl) {
      auto bound =
          bind_template(*item.tmpl, name.parts.back().args.value_or(std::vector<TemplateArg>{}));
      if (!bound) return make_unknown(plain_name(name));
      bindings = std::move(*bound);
    }
    if (auto* inline_type = std::get_if<InlineType>(&alias->type->node);
        inline_type && std::holds_alternative<RecordDecl>(inline_type->decl->node))
      return with_qualifiers(
          resolve_record(inline_type->decl, item.scope, bindings, " " + alias->name),
          alias->type->is_const, alias->type->is_volatile);
    return resolve_in(item, bindings, alias->type);
  }
  if (auto* e = std::get_if<EnumDecl>(&item.decl->node)) return enum_type(*e);
  const std::vector<Item>* all = nullptr;
  for (const std::string& spelling : program_.spellings(name, frame().scope))
    if (auto it = program_.records.find(spelling);
        it != program_.records.end() && it->second.front().order <= frame().seen) {
      all = &it->second;
      break;
    }
  if (!all) return make_unknown(plain_name(name));
  const Item* chosen = nullptr;
  std::vector<const Item*> specialisations;
  for (const Item& candidate : *all) {
    const auto& record = std::get<RecordDecl>(candidate.decl->node);
    if (candidate.tmpl && record.name.parts.back().args)
      specialisations.push_back(&candidate);
    else if (!chosen ||
             (record.is_definition && !std::get<RecordDecl>(chosen->decl->node).is_definition))
      chosen = &candidate;
  }
  if (!chosen) return make_unknown(plain_name(name));
  const bool defined = std::get<RecordDecl>(chosen->decl->node).is_definition;
  if (!defined && specialisations.empty()) return make_unknown(plain_name(name));
  if (!chosen->tmpl) return resolve_record(chosen->decl, chosen->scope, {}, "");
  const auto bindings =
      bind_template(*chosen->tmpl, name.parts.back().args.value_or(std::vector<TemplateArg>{}));
  if (!bindings) return make_unknown(plain_name(name));
  const std::string suffix = instance_suffix(*bindings);
  const Item* special = nullptr;
  Bindings special_bindings;
  for (const Item* candidate : specialisations) {
    const auto matched = match_specialisation(*candidate, *chosen->tmpl, *bindings);
    // Which of several is the more special one is not decided, nor what cannot be compared.
    const bool full = special && special->tmpl->params.empty();
    if (!matched || (*matched && special && !full && !candidate->tmpl->params.empty()))
      return make_unknown(plain_name(name) + suffix);
    if (!*matched || full) continue;
    special = candidate;
    special_bindings = **matched;
  }
  if (!(special ? std::get<RecordDecl>(special->decl->node).is_definition : defined))
    return make_unknown(plain_name(name) + suffix);
  const CT made = special ? resolve_record(special->decl, special->scope, special_bindings, suffix)
                          : resolve_record(chosen->decl, chosen->scope, *bindings, suffix);
  if (made->is(CType::Kind::record)) made->record->arguments = *bindings;
  return made;
}

// The parameters of a specialisation (all are given in a full one) for these arguments of the
// template: an inner nullopt where it is not meant for them, an outer one where that is not known.
std::optional<std::optional<Bindings>> Lowering::match_specialisation(const Item& candidate,
                                                                      const TemplateDecl& primary,
                                                                      const Bindings& actual) {
  const std::optional<Bindings> other;
  const auto& written = *std::get<RecordDecl>(candidate.decl->node).name.parts.back().args;
  if (written.size() != primary.params.size()) return std::nullopt;
  std::set<std::string> open;
  for (const TemplateParam& param : candidate.tmpl->params) {
    if (param.is_pack) return std::nullopt;
    open.insert(param.name);
  }
  Bindings found;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto at = actual.find(primary.params[i].name);
    if (at == actual.end()) return std::nullopt;
    const Binding& argument = at->second;
    std::string name;
    if (written[i].expr)
      if (const auto* n = std::get_if<NameExpr>(&written[i].expr->node)) name = plain_name(n->name);
    if (written[i].type)
      if (const auto* n = std::get_if<NamedType>(&written[i].type->node); n && name.empty())
        name = plain_name(n->name);
    const bool qualified =
        written[i].type && (written[i].type->is_const || written[i].type->is_volatile);
    if (open.contains(name) && !qualified) {
      const auto [it, inserted] = found.emplace(name, argument);
      if (!inserted && !same_binding(it->second, argument)) return other;
    } else if (!primary.params[i].is_type) {
      std::optional<std::int64_t> value;
      in_scope(candidate.scope, {}, position(candidate), [&] {
        if (written[i].expr) value = fold(written[i].expr);
      });
      if (!value || !argument.value) return std::nullopt;
      if (*value != *argument.value) return other;
    } else {
      if (!written[i].type || !argument.type) return std::nullopt;
      bool fits = true;
      in_scope(candidate.scope, {}, position(candidate),
               [&] { fits = deduce_type(written[i].type, argument.type, open, found); });
      if (!fits) return other;
      const CT type = resolve_in(candidate, found, written[i].type);
      if (type->is(CType::Kind::unknown)) return std::nullopt;
      if (!is_known(type)) return other; // of another form
      if (!identical(type, argument.type)) return other;
    }
  }
  for (const std::string& param : open)
    if (!found.contains(param)) return std::nullopt;
  return std::optional<Bindings>(found);
}

CT Lowering::resolve_record(const DeclPtr& decl, const std::string& scope, const Bindings& bindings,
                            const std::string& suffix) {
  const auto* node = std::get_if<RecordDecl>(&decl->node);
  if (!node) return make_unknown("?");
  std::string key = std::to_string(reinterpret_cast<std::uintptr_t>(decl.get()));
  for (const auto& [param, binding] : bindings)
    key += "," + param + "=" + instance_text(binding);
  if (auto it = records_.find(key); it != records_.end()) return make_record(it->second);
  auto record = std::make_shared<Record>();
  records_[key] = record;
  record->name = node->name.parts.empty()
                     ? (suffix.starts_with(" ") ? suffix.substr(1) : "struct")
                     : plain_name(node->name) + (suffix.starts_with("<") ? suffix : "");
  record->bindings = bindings;
  record->scope = scope;
  const Depth depth(*this);
  if (depth.too_deep()) {
    record->unsupported = "type '" + record->name + "' is nested too deeply";
    return make_record(record);
  }
  const Bindings around = std::exchange(bindings_around_, bindings);
  record->seen = position(*decl);
  in_scope(scope, bindings, record->seen, [&] { fill_record(*record, *node); });
  bindings_around_ = around;
  return make_record(record);
}

} // namespace heddle::cuda
