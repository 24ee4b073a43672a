// Lists of initialisers: what they give to the parts of an object, with inner braces left out or
// not, and the defaults of the parts that they leave open.
#include "cuda/lower/internal.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

bool is_literal(const ExprPtr& e) {
  if (auto* n = std::get_if<UnaryExpr>(&e->node)) return is_literal(n->operand);
  return std::holds_alternative<IntLiteral>(e->node) ||
         std::holds_alternative<FloatLiteral>(e->node) ||
         std::holds_alternative<CharLiteral>(e->node) ||
         std::holds_alternative<BoolLiteral>(e->node) ||
         std::holds_alternative<NullptrLiteral>(e->node);
}

// May its parts stand in a list without braces around them?
bool is_aggregate(const CT& type) {
  if (type->is(CType::Kind::array)) return true;
  return type->is(CType::Kind::record) && type->record->unsupported.empty() &&
         !type->record->fields.empty() && !has_constructor(*type->record) &&
         type->record->name != "dim3" && !is_packed_halves(type);
}

bool derives_from(const CT& type, const CT& base) {
  return type->is(CType::Kind::record) &&
         std::ranges::any_of(type->record->fields, [&](const Field& field) {
           return field.name.empty() &&
                  (same_type(field.type, base) || derives_from(field.type, base));
         });
}

bool converts_itself(const Record& record) {
  return std::ranges::any_of(record.methods, [](const Method& m) {
    return m.function->name.parts.back().identifier.starts_with("operator ");
  });
}

} // namespace

struct Lowering::ListItems {
  std::vector<ExprPtr> items;
  std::vector<std::string> designators;
  std::size_t at = 0;

  bool done() const { return at >= items.size(); }
  const ExprPtr& item() const { return items[at]; }
  std::string designator() const { return at < designators.size() ? designators[at] : ""; }
};

std::int64_t leaf_count(const CT& type) {
  if (!is_aggregate(type)) return 1;
  if (type->is(CType::Kind::array)) return type->extent.value_or(0) * leaf_count(type->to);
  if (type->record->is_union) return leaf_count(type->record->fields[0].type);
  std::int64_t all = 0;
  for (const Field& field : type->record->fields)
    all += field.name == ":" ? 0 : leaf_count(field.type);
  return all;
}

namespace {

std::int64_t listed_elements(const CT& element, const std::vector<ExprPtr>& items) {
  const auto size = static_cast<std::int64_t>(items.size());
  const bool braced = std::ranges::all_of(
      items, [](const ExprPtr& e) { return std::holds_alternative<InitListExpr>(e->node); });
  const std::int64_t leaves = element->is(CType::Kind::array) && !braced ? leaf_count(element) : 1;
  return leaves > 0 ? (size + leaves - 1) / leaves : size;
}

} // namespace

// `T a[] = {..}` and `T a[]{..}` are as long as their lists say.
CT Lowering::with_extent(const CT& type, const VarDecl& var) {
  if (!type->is(CType::Kind::array) || type->extent || var.attributes.extern_) return type;
  const InitListExpr* list =
      var.args.size() == 1 ? std::get_if<InitListExpr>(&var.args[0]->node) : nullptr;
  if (!list && var.init != Init::braces) return type;
  const std::vector<ExprPtr> items = expanded(list ? list->items : var.args);
  return make_array(type->to, listed_elements(type->to, items));
}

// Is `e`, in the place of `part`, meant for the first of its parts?
bool Lowering::elides_braces(const CT& part, const ExprPtr& e) {
  if (!is_aggregate(part) || std::holds_alternative<InitListExpr>(e->node)) return false;
  if (part->is(CType::Kind::array)) return !std::holds_alternative<StringLiteral>(e->node);
  const CT from = type_of(e);
  if (from->is_arithmetic() || from->is(CType::Kind::pointer) || from->is(CType::Kind::array))
    return true;
  return from->is(CType::Kind::record) && from->record->unsupported.empty() &&
         !same_type(from, part) && from->name != part->name && !derives_from(from, part) &&
         !converts_itself(*from->record);
}

Value Lowering::init_list(const CT& type, const std::vector<ExprPtr>& written,
                          const std::vector<std::string>& designators, Loc loc) {
  ListItems list{expanded(written), designators};
  if (type->is_arithmetic() || type->is(CType::Kind::pointer))
    return list.done() ? zero_value(type, loc) : eval_initialiser(type, list.item());
  if (type->is(CType::Kind::record) && has_constructor(*type->record))
    return construct(type, list.items, true, loc);
  const bool has_parts = type->is(CType::Kind::record) || type->is(CType::Kind::array);
  Value v = has_parts ? aggregate(type, list, loc) : Value{};
  for (; !list.done(); ++list.at)
    eval_discard(list.item());
  return has_parts ? v
                   : unknown_value(type, "an initialiser of type '" + to_string(type) + "'", loc);
}

// Takes from the list what belongs to the parts of an object.
Value Lowering::aggregate(const CT& type, ListItems& list, Loc loc) {
  const Record* record = type->is(CType::Kind::record) ? type->record.get() : nullptr;
  Value v = zero_value(type, loc);
  std::vector<bool> given(v.fields.size());
  const std::size_t count =
      record ? record->fields.size() : static_cast<std::size_t>(type->extent.value_or(0));
  for (std::size_t next = 0; !list.done(); ++next) {
    if (const std::string name = list.designator(); !name.empty()) {
      const auto path = record ? find_field(*record, name) : std::nullopt;
      if (!path || path->size() != 1) {
        unsupported("the designator '" + name + "'", loc);
        return v;
      }
      next = (*path)[0];
    } else if (record && record->is_union && next > 0) {
      break;
    }
    while (record && next < count && record->fields[next].name == ":")
      ++next; // an unnamed bit-field
    if (next >= count) break;
    const Mark before = mark();
    const Field* field = record ? &record->fields[next] : nullptr;
    Value item = list_part(field ? field->type : type->to, field, list, loc);
    if (next >= v.fields.size()) continue; // a long array: its content is not tracked
    for (std::size_t k = 0; k < v.fields.size(); ++k)
      if (given[k]) protect(v.fields[k], before);
    v.fields[next] = std::move(item);
    given[next] = true;
  }
  return with_defaults(std::move(v), given, loc);
}

Value Lowering::list_part(const CT& type, const Field* field, ListItems& list, Loc loc) {
  const ExprPtr e = list.item();
  if (elides_braces(type, e)) return aggregate(type, list, loc);
  ++list.at;
  if (field)
    if (auto reference = bind_reference(*field, e)) return *reference;
  if (type->is(CType::Kind::array) && !std::holds_alternative<InitListExpr>(e->node)) {
    unsupported("an initialiser without braces for '" + to_string(type) + "'", loc);
    return zero_value(type, loc);
  }
  return eval_initialiser(type, e);
}

// Of a default member initialiser, which speaks of the class and of members before.
Value Lowering::default_value(const PlacePtr& object, const Field& field) {
  Value v;
  const Record& record = *object->type->record;
  in_scope(record.scope, record.bindings, record.seen, [&] {
    frame().self = LValue{object->type, object, {}, {}, field.init->loc};
    v = eval_initialiser(field.type, field.init);
  });
  return v;
}

// What initialises itself, where nothing is written.
Value Lowering::by_default(const CT& type, Loc loc) {
  return type->is(CType::Kind::array) ? init_list(type, {}, {}, loc)
                                      : construct(type, {}, true, loc);
}

// `v` of an object, with defaults for the parts that are not given. Plain numbers stay numbers.
Value Lowering::with_defaults(Value v, const std::vector<bool>& given, Loc loc) {
  const bool any = std::ranges::find(given, true) != given.end();
  if (v.type->is(CType::Kind::array)) {
    const CT& part = v.type->to;
    for (std::size_t i = 0; initialises(part) && i < v.fields.size(); ++i)
      if (!given[i]) v.fields[i] = by_default(part, loc);
    return v;
  }
  const Record& record = *v.type->record;
  if (record.is_union && any) return v;
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const Field& field = record.fields[i];
    if (given[i]) continue;
    if (record.name == "dim3") v.fields[i] = int_value(1, v.fields[i].type);
    const bool is_record = field.type->is(CType::Kind::record);
    const bool plain = field.init && !is_record && is_literal(field.init);
    if (plain) v.fields[i] = eval_initialiser(field.type, field.init);
    if (!plain && (field.init || initialises(field.type))) others.push_back(i);
  }
  if (others.empty()) return v;
  const PlacePtr place = temporary_place(v.type, "construct", loc);
  store_place(place, v, loc);
  const LValue object{v.type, place, {}, {}, loc};
  for (const std::size_t i : others) {
    const Field& field = record.fields[i];
    store(member(object, {i}, loc, true),
          field.init ? default_value(place, field) : by_default(field.type, loc));
  }
  return taken_from(place, loc);
}

} // namespace heddle::cuda
