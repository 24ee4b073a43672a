// What <type_traits> says of types, where the file does not define it itself.
#include "cuda/lower/internal.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// nullopt: not known.
std::optional<bool> are_identical(const CT& a, const CT& b) {
  const auto decides = [](const CT& t) {
    return is_known(t) && !t->is(CType::Kind::function) && !t->is(CType::Kind::group);
  };
  return decides(a) && decides(b) ? std::optional(identical(a, b)) : std::nullopt;
}

std::optional<bool> property(const std::string& name, const CT& type) {
  if (type->is(CType::Kind::unknown)) return std::nullopt;
  const bool integral =
      type->is(CType::Kind::boolean) || (type->is(CType::Kind::integer) && !is_enumeration(type));
  const bool floating = type->is(CType::Kind::floating) && type->width >= 32;
  if (name == "is_integral") return integral;
  if (name == "is_floating_point") return floating;
  if (name == "is_arithmetic") return integral || floating;
  if (name == "is_signed") return floating || (integral && type->is_signed);
  if (name == "is_unsigned") return integral && !type->is_signed;
  if (name == "is_enum") return is_enumeration(type);
  if (name == "is_pointer") return type->is(CType::Kind::pointer);
  if (name == "is_reference") return type->is(CType::Kind::reference);
  if (name == "is_void") return type->is(CType::Kind::void_);
  if (name == "is_const") return type->is_const;
  return std::nullopt;
}

CT changed(const std::string& name, const CT& type) {
  const CT bare = type->is(CType::Kind::reference) ? type->to : type;
  if (name == "remove_const") return without_qualifiers(type, true, false);
  if (name == "remove_volatile") return without_qualifiers(type, false, true);
  if (name == "remove_cv") return without_qualifiers(type);
  if (name == "remove_reference") return bare;
  if (name == "remove_cvref") return without_qualifiers(bare);
  if (name == "decay") return without_qualifiers(decayed(type));
  if (name == "remove_pointer") return type->is(CType::Kind::pointer) ? type->to : type;
  if (name == "make_unsigned" || name == "make_signed")
    return type->is(CType::Kind::integer) ? make_integer(type->width, name == "make_signed")
                                          : nullptr;
  return nullptr;
}

const std::string absent = "no type";

} // namespace

bool is_no_type(const CT& type) { return type->is(CType::Kind::unknown) && type->name == absent; }

bool names_condition(const TypePtr& type) {
  const auto* named = type ? std::get_if<NamedType>(&type->node) : nullptr;
  return named && std::ranges::any_of(named->name.parts, [](const NamePart& part) {
           return part.identifier.starts_with("enable_if");
         });
}

// The part `trait<..>` of `trait<..>::member` or `trait_suffix<..>`, by its name without suffix.
std::optional<std::pair<std::string, std::vector<TemplateArg>>>
Lowering::trait(const QualifiedName& name, const std::string& member, const std::string& suffix) {
  QualifiedName owner = name;
  const NamePart& last = name.parts.back();
  const bool is_member = last.identifier == member && name.parts.size() > 1;
  if (is_member) owner.parts.pop_back();
  NamePart part = owner.parts.back();
  if (!part.args) return std::nullopt;
  if (!is_member && !part.identifier.ends_with(suffix)) return std::nullopt;
  if (program_.find(program_.records, owner, frame().scope) ||
      program_.find(program_.types, owner, frame().scope) ||
      program_.find(program_.globals, owner, frame().scope))
    return std::nullopt;
  if (!is_member) part.identifier.resize(part.identifier.size() - suffix.size());
  return std::pair{part.identifier, expanded(*part.args)};
}

// is_same<A, B>::value, is_integral_v<T>.
std::optional<bool> Lowering::trait_value(const QualifiedName& name) {
  const auto found = trait(name, "value", "_v");
  if (!found) return std::nullopt;
  const auto& [identifier, args] = *found;
  if (identifier == "bool_constant" && args.size() == 1 && args[0].expr) {
    const auto v = fold(args[0].expr);
    return v ? std::optional(*v != 0) : std::nullopt;
  }
  if (!identifier.starts_with("is_") || args.empty() || !args[0].type) return std::nullopt;
  const CT type = resolve(args[0].type);
  if (identifier == "is_same" && args.size() == 2 && args[1].type)
    return are_identical(type, resolve(args[1].type));
  return args.size() == 1 ? property(identifier, type) : std::nullopt;
}

// enable_if<c, T>::type, remove_const_t<T>; nullptr: none of those, or not known.
CT Lowering::trait_type(const QualifiedName& name) {
  const auto found = trait(name, "type", "_t");
  if (!found || found->second.empty()) return nullptr;
  const auto& [identifier, args] = *found;
  const bool chooses = identifier == "conditional" && args.size() == 3;
  if (chooses || identifier == "enable_if") {
    const auto cond = args[0].expr ? fold(args[0].expr) : std::nullopt;
    if (!cond) return nullptr;
    const std::size_t taken = chooses && *cond == 0 ? 2 : 1;
    if (!chooses && *cond == 0) return make_unknown(absent);
    if (taken >= args.size()) return make_void();
    return args[taken].type ? resolve(args[taken].type) : nullptr;
  }
  if (args.size() != 1 || !args[0].type) return nullptr;
  const CT type = resolve(args[0].type);
  return type->is(CType::Kind::unknown) ? nullptr : changed(identifier, type);
}

} // namespace heddle::cuda
