// Constructing objects: constructors, defaults of members, copies.
#include "cuda/lower_atomic.hpp"

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

} // namespace

// Of a default member initialiser, which speaks of the class and of members before.
Value Lowering::default_value(const PlacePtr& object, const Field& field) {
  Value v;
  const Record& record = *object->type->record;
  in_scope(record.scope, record.bindings, [&] {
    frame().self = LValue{object->type, object, {}, {}, field.init->loc};
    v = eval_initialiser(field.type, field.init);
  });
  return v;
}

// `v` of a record, with the defaults of its fields from `first` on. Plain numbers stay numbers.
Value Lowering::with_defaults(Value v, std::size_t first, Loc loc) {
  const Record& record = *v.type->record;
  std::vector<std::size_t> others;
  for (std::size_t i = first; i < record.fields.size(); ++i) {
    const Field& field = record.fields[i];
    const bool is_record = field.type->is(CType::Kind::record);
    const bool plain = field.init && !is_record && is_literal(field.init);
    if (plain) v.fields[i] = eval_initialiser(field.type, field.init);
    if (!plain && (field.init || (is_record && initialises(*field.type->record))))
      others.push_back(i);
  }
  if (others.empty()) return v;
  const PlacePtr place =
      make_place(v.type, "t" + std::to_string(next_temp_++), place_key("construct", loc), loc);
  store_place(place, v, loc);
  const LValue object{v.type, place, {}, {}, loc};
  for (const std::size_t i : others) {
    const Field& field = record.fields[i];
    store(member(object, {i}, loc, true),
          field.init ? default_value(place, field) : construct(field.type, {}, true, loc));
  }
  return load_place(*place, loc);
}

// What a constructor leaves to default member initialisers, and members' own constructors. (Bases
// with constructors: construct_other_bases.)
void Lowering::initialise_members(const PlacePtr& place, const FunctionDecl& constructor, Loc loc) {
  const Record& record = *place->type->record;
  const LValue object{place->type, place, {}, {}, loc};
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const Field& field = record.fields[i];
    const bool is_record = field.type->is(CType::Kind::record);
    const std::string name = field.name.empty() ? field.type->name : field.name;
    const bool mentioned = std::ranges::any_of(constructor.member_inits, [&](const auto& init) {
      return class_name(init.first) == class_name(name);
    });
    if (field.init) {
      store(member(object, {i}, loc, true), default_value(place, field));
    } else if (is_record && !mentioned && initialises(*field.type->record) &&
               !(field.name.empty() && has_constructor(*field.type->record))) {
      store(member(object, {i}, loc, true), construct(field.type, {}, true, loc));
    }
  }
}

bool Lowering::construct_in(const PlacePtr& place, const std::vector<ExprPtr>& exprs, Loc loc) {
  return construct_with(place, eval_args(exprs), loc);
}

Value Lowering::copy_of(const LValue& from, Loc loc) {
  const PlacePtr place =
      make_place(from.type, "t" + std::to_string(next_temp_++), place_key("copy", loc), loc);
  construct_with(place, {{from.type, from, loc, nullptr, true}}, loc);
  return load_place(*place, loc);
}

bool Lowering::construct_with(const PlacePtr& place, std::vector<Argument> args, Loc loc) {
  const Record& record = *place->type->record;
  const std::string name = class_name(record.name);
  if (auto f = find_method(record, name, std::nullopt, args)) {
    const auto& decl = std::get<FunctionDecl>(f->item.decl->node);
    if (decl.body) {
      initialise_members(place, decl, loc);
      inline_call(*f, args, LValue{place->type, place, {}, {}, loc}, loc);
      return true;
    }
  }
  if (args.size() == 1 && same_type(args[0].type, place->type)) { // the implicit copy constructor
    store_place(place, load(args[0].lvalue), loc);
    return true;
  }
  if (args.empty()) {
    havoc_place(place, "uninitialised '" + place->name + "'", false, loc);
    return true;
  }
  unsupported("a constructor of '" + record.name + "' that is not known", loc);
  havoc_place(place, "", true, loc);
  return false;
}

Value Lowering::construct(const CT& type, const std::vector<ExprPtr>& written, bool braces,
                          Loc loc) {
  const std::vector<ExprPtr> args = expanded(written);
  if (auto v = AtomicLowering(*this).construct(type, args)) return *v;
  if (type->is_arithmetic() || type->is(CType::Kind::pointer)) {
    if (args.empty()) return zero_value(type, loc);
    if (args.size() == 1) return eval_initialiser(type, args[0]);
  }
  if (type->is(CType::Kind::record) && type->record->unsupported.empty()) {
    const Record& record = *type->record;
    if (has_constructor(record)) {
      const PlacePtr place =
          make_place(type, "t" + std::to_string(next_temp_++), place_key("construct", loc), loc);
      construct_in(place, args, loc);
      return load_place(*place, loc);
    }
    if (args.size() == 1 && !std::holds_alternative<InitListExpr>(args[0]->node)) {
      if (record.name == "dim3") {
        const Value v = eval(args[0]);
        if (v.type->is(CType::Kind::record)) return convert(v, type, loc);
        Value d{type, nullptr, {}, {}};
        const CT u32 = make_integer(32, false);
        d.fields = {convert(v, u32, loc), int_value(1, u32), int_value(1, u32)};
        return d;
      }
      const CT from = type_of(args[0]);
      if (same_type(from, type) || from->name == type->name)
        return convert(eval(args[0]), type, loc);
      if (from->is(CType::Kind::record)) {
        const Value v = eval(args[0]);
        if (auto c = conversion(v, type, loc)) return *c;
        return convert(v, type, loc);
      }
      if (!braces && record.fields.size() != 1)
        return unknown_value(type, "a conversion to '" + record.name + "'", loc);
    }
    Value v = init_list(type, args, {}, loc);
    if (record.name == "dim3")
      for (std::size_t i = args.size(); i < 3; ++i)
        v.fields[i] = int_value(1, v.fields[i].type);
    return with_defaults(std::move(v), args.size(), loc);
  }
  for (const ExprPtr& arg : args)
    eval_discard(arg);
  if (type->is(CType::Kind::void_) || type->is(CType::Kind::group)) return {type, nullptr, {}, {}};
  return unknown_value(type, "a value of type '" + to_string(type) + "'", loc);
}

} // namespace heddle::cuda
