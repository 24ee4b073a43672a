// Constants of the file that are arrays or records: their elements are what the initialiser says,
// whatever the host does.
#include "cuda/lower/internal.hpp"

#include <algorithm>
#include <functional>

namespace heddle::cuda {

namespace {

constexpr std::int64_t max_elements = 64; // a choice by index has so many cases

bool is_plain(const Record& record) {
  if (record.is_union || !record.unsupported.empty() || has_constructor(record)) return false;
  for (const Field& field : record.fields)
    if (field.name.empty() || field.name == ":" || field.init || field.bits.width > 0) return false;
  return true;
}

} // namespace

// The value that an initialiser gives to an object whose parts are all known when compiling.
std::optional<Value> Lowering::folded_object(const CT& type, const ExprPtr& e) {
  const auto* list = std::get_if<InitListExpr>(&e->node);
  if (type->is_arithmetic()) {
    if (list) return std::nullopt;
    const auto v = fold_value(e);
    const auto c = v ? fold_convert(*v, type) : std::nullopt;
    return c && c->type->is_arithmetic() ? std::optional(literal(*c)) : std::nullopt;
  }
  const bool record = type->is(CType::Kind::record);
  if (!list || !std::ranges::all_of(list->designators, &std::string::empty) ||
      (record && !is_plain(*type->record)) || (!record && !type->is(CType::Kind::array)))
    return std::nullopt;
  Value object = zero_value(type, e->loc);
  if (list->items.size() > object.fields.size()) return std::nullopt;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    auto part = folded_object(record ? type->record->fields[i].type : type->to, list->items[i]);
    if (!part) return std::nullopt;
    object.fields[i] = std::move(*part);
  }
  return object;
}

std::optional<Value> Lowering::folded_table(const Item& item, const CT& type) {
  const auto& var = std::get<VarDecl>(item.decl->node);
  const TypePtr* element = &var.type;
  while (*element && std::holds_alternative<ArrayType>((*element)->node))
    element = &std::get<ArrayType>((*element)->node).element;
  const bool is_const = var.attributes.constexpr_ || (*element && (*element)->is_const);
  const bool has_parts = type->is(CType::Kind::array) || type->is(CType::Kind::record);
  if (!is_const || !has_parts || var.attributes.shared || var.args.size() != 1 ||
      leaf_count(type) > max_elements)
    return std::nullopt;
  std::optional<Value> v;
  in_scope(item.scope, {}, position(item), [&] { v = folded_object(type, var.args[0]); });
  return v;
}

// What `p` points to, where that is in a table: which part of it, the offset says.
std::optional<Value> Lowering::from_table(const Pointer& p, const CT& type) {
  const auto base = constant_value(p.base);
  if (!base || tables_.empty()) return std::nullopt;
  const Pointee& target = pointees_[static_cast<std::size_t>(*base)];
  if (target.kind != Pointee::Kind::array || !tables_.contains(target.array)) return std::nullopt;
  if (type->is_arithmetic()) return table_element(tables_.at(target.array), p.offset, type);
  const bool record = type->is(CType::Kind::record);
  if (!record && !type->is(CType::Kind::array)) return std::nullopt;
  Value v{type, nullptr, {}, {}};
  const auto add = [&](const CT& part, std::int64_t offset) {
    const Pointer at{p.base, p.candidates,
                     pool_->add(p.offset, pool_->constant(offset, Type::i64()))};
    auto known = from_table(at, part);
    if (known) v.fields.push_back(std::move(*known));
    return known.has_value();
  };
  if (record) {
    for (const Field& field : type->record->fields)
      if (field.bits.width > 0 || !add(field.type, field.offset)) return std::nullopt;
    return v;
  }
  const std::int64_t size = size_of(type->to).value_or(0);
  for (std::int64_t i = 0; i < type->extent.value_or(0); ++i)
    if (!add(type->to, i * size)) return std::nullopt;
  return v;
}

std::optional<Value> Lowering::table_element(const Value& table, Expr offset, const CT& type) {
  const auto wanted = constant_value(offset);
  std::optional<Value> chosen;
  bool others = false; // parts of another type, which the offset might mean
  const std::function<void(const Value&, std::int64_t)> visit = [&](const Value& v,
                                                                    std::int64_t at) {
    if (v.fields.empty()) {
      if (wanted && *wanted != at) return;
      if (!same_type(v.type, type)) {
        others = true;
      } else {
        const Expr here = pool_->eq(offset, pool_->constant(at, Type::i64()));
        chosen = chosen ? select(here, v, *chosen) : v;
      }
      return;
    }
    const bool record = v.type->is(CType::Kind::record);
    const std::int64_t size = record ? 0 : size_of(v.type->to).value_or(0);
    for (std::size_t i = 0; i < v.fields.size(); ++i)
      visit(v.fields[i],
            at + (record ? v.type->record->fields[i].offset : size * static_cast<std::int64_t>(i)));
  };
  visit(table, 0);
  return others ? std::nullopt : chosen;
}

} // namespace heddle::cuda
