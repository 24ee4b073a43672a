// What classes and enums are made of.
#include "cuda/lower/atomic.hpp"
#include "cuda/syntax/ast_print.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// Is a name that is bound here in the written type?
bool depends_on(const TypePtr& type, const Bindings& bindings) {
  std::string word;
  for (const char c : to_string(type) + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
      word += c;
      continue;
    }
    if (bindings.contains(word)) return true;
    word.clear();
  }
  return false;
}

// `struct {..} v;`: is `var` the v of the record?
bool is_of(const DeclPtr& var, const DeclPtr& record) {
  const auto* v = std::get_if<VarDecl>(&var->node);
  const TypeNode* type = v ? v->type.get() : nullptr;
  while (type) {
    if (const auto* array = std::get_if<ArrayType>(&type->node))
      type = array->element.get();
    else if (const auto* pointer = std::get_if<PointerType>(&type->node))
      type = pointer->to.get();
    else
      break;
  }
  const auto* of = type ? std::get_if<InlineType>(&type->node) : nullptr;
  return of && of->decl == record;
}

} // namespace

// A constant whose value is known.
void Lowering::add_static_member(Record& record, const VarDecl& var, const CT& type, Loc loc) {
  auto v = var.args.empty() ? std::nullopt : fold_value(var.args[0]);
  if (v && !std::holds_alternative<AutoType>(var.type->node)) v = fold_convert(*v, type);
  if (!v || !v->type->is_arithmetic()) return;
  if (var.attributes.constexpr_) v->type = with_qualifiers(v->type, true, false);
  record.constants[var.name] = *v;
  declare(var.name, temporary(literal(*v), loc));
}

void Lowering::add_variable(Record& record, const VarDecl& var, Loc loc, std::string& trouble) {
  const CT type = resolve(var.type);
  if (var.attributes.static_ || var.attributes.constexpr_)
    return add_static_member(record, var, type, loc);
  Field field{var.name, type, 0, var.args.empty() ? nullptr : var.args[0]};
  field.refers = type->is(CType::Kind::reference);
  field.is_mutable = var.attributes.mutable_;
  if (field.refers) field.type = make_pointer(type->to);
  if (var.bit_width) {
    const auto width = fold(var.bit_width);
    if (!type->is_integral() || !width || *width < 0 || *width > 8 * *size_of(type))
      trouble = "the bit-field '" + var.name + "' of '" + record.name + "'";
    else
      field.bits.width = static_cast<unsigned>(*width);
    if (var.name.empty()) field.name = ":";
  }
  record.fields.push_back(std::move(field));
}

// `decl` is the class around it.
void Lowering::add_nested(Record& record, const RecordDecl& decl, const DeclPtr& member,
                          const RecordDecl& nested) {
  if (!nested.is_definition) return;
  const CT type = resolve_record(member, record.scope, record.bindings,
                                 record.bindings.empty() ? "" : instance_suffix(record.bindings));
  if (!nested.name.parts.empty()) {
    record.types[plain_name(nested.name)] = type;
    declare(plain_name(nested.name), type);
  } else if (std::ranges::none_of(decl.members,
                                  [&](const DeclPtr& v) { return is_of(v, member); })) {
    record.fields.push_back({"", type, 0, nullptr}); // anonymous member
  }
}

void Lowering::add_enum(Record& record, const EnumDecl& e) {
  declare_enumerators(e);
  for (const Enumerator& item : e.items)
    if (const auto v = fold_name({false, {{item.name, std::nullopt}}}))
      record.constants[item.name] = {.type = enum_type(e), .integer = v->integer};
  if (e.name.empty()) return;
  record.types[e.name] = enum_type(e);
  declare(e.name, enum_type(e));
}

void Lowering::add_member(Record& record, const RecordDecl& decl, const DeclPtr& m,
                          std::string& trouble) {
  if (auto* var = std::get_if<VarDecl>(&m->node)) {
    add_variable(record, *var, m->loc, trouble);
  } else if (auto* function = std::get_if<FunctionDecl>(&m->node)) {
    (function->is_friend ? record.friends : record.methods).push_back({m, function, nullptr});
  } else if (auto* tmpl = std::get_if<TemplateDecl>(&m->node)) {
    if (auto* f = std::get_if<FunctionDecl>(&tmpl->decl->node))
      (f->is_friend ? record.friends : record.methods).push_back({tmpl->decl, f, tmpl});
  } else if (auto* used = std::get_if<UsingDecl>(&m->node)) {
    record.joined.insert(used->name.parts.back().identifier);
  } else if (auto* nested = std::get_if<RecordDecl>(&m->node)) {
    add_nested(record, decl, m, *nested);
  } else if (auto* e = std::get_if<EnumDecl>(&m->node)) {
    add_enum(record, *e);
  } else if (auto* alias = std::get_if<TypedefDecl>(&m->node)) {
    const CT type = resolve(alias->type);
    record.types[alias->name] = type;
    declare(alias->name, type);
  }
}

void Lowering::fill_record(Record& record, const RecordDecl& decl) {
  record.is_union = decl.kind == RecordKind::union_;
  std::string trouble;
  for (const TypePtr& base : decl.bases) {
    const CT type = resolve(base);
    if (!type->is(CType::Kind::record))
      trouble = "base class '" + to_string(type) + "' of '" + record.name + "' is not known";
    Field field{"", type, 0, nullptr};
    field.is_dependent = depends_on(base, record.bindings);
    record.fields.push_back(std::move(field));
  }
  for (const DeclPtr& m : decl.members)
    add_member(record, decl, m, trouble);
  const bool inherits = std::ranges::any_of(record.fields, [&](const Field& field) {
    return field.name.empty() && field.type->is(CType::Kind::record) &&
           record.joined.contains(class_name(field.type->record->name));
  });
  if (inherits && record.fields.size() > 1)
    trouble = "the inherited constructors of '" + record.name + "'";
  std::erase_if(record.joined, [&](const std::string& name) {
    return std::ranges::none_of(record.methods, [&](const Method& m) {
      return m.function->name.parts.back().identifier == name;
    });
  });
  std::int64_t align = 1;
  if (decl.align)
    if (auto a = fold(decl.align); a && *a > 0 && *a <= 4096) align = *a;
  lay_out(record, align, decl.is_packed);
  if (!trouble.empty()) record.unsupported = trouble;
}

CT Lowering::enum_type(const EnumDecl& decl) {
  const CT base = decl.underlying ? resolve(decl.underlying) : make_integer(32, true);
  CType type = base->is(CType::Kind::integer) ? *base : *make_integer(32, true);
  type.is_const = type.is_volatile = false;
  type.name = decl.name;
  type.enumeration = &decl;
  return std::make_shared<const CType>(std::move(type));
}

std::optional<std::int64_t> Lowering::enumerator(const EnumDecl& decl, std::size_t index,
                                                 const std::string& scope) {
  auto& values = enums_[&decl];
  // Values are found one after another; one that mentions a later one does not fold.
  while (values.size() <= index) {
    const std::size_t i = values.size();
    std::optional<std::int64_t> v;
    if (decl.items[i].value) {
      values.push_back(std::nullopt);
      in_scope(scope, {}, [&] {
        for (std::size_t k = 0; k < i; ++k)
          if (values[k])
            declare(decl.items[k].name,
                    temporary(int_value(*values[k], make_integer(32, true)), {}));
        v = fold(decl.items[i].value);
      });
      values[i] = v;
    } else {
      if (i == 0) v = 0;
      if (i > 0 && values[i - 1]) v = *values[i - 1] + 1;
      values.push_back(v);
    }
  }
  return values[index];
}

// Of an enumeration of a function or class, whose values may be said by names declared there.
void Lowering::declare_enumerators(const EnumDecl& decl) {
  const CT type = enum_type(decl);
  std::optional<std::int64_t> next = 0;
  for (const Enumerator& item : decl.items) {
    if (item.value) next = fold(item.value);
    if (next) {
      declare(item.name, temporary(int_value(*next, type), item.loc));
      ++*next;
    } else {
      hide_name(item.name, false);
    }
  }
}

} // namespace heddle::cuda
