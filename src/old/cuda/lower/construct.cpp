// Constructing objects: constructors, defaults of members, copies.
#include "cuda/lower/construct.hpp"

#include "cuda/lower/atomic.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

Loc place_of(const FunctionDecl& constructor) {
  return constructor.body ? constructor.body->loc : Loc{};
}

} // namespace

bool moves_itself(const Record& record) {
  return std::ranges::any_of(record.methods, [&](const Method& m) {
    if (!is_constructor(record, m) || m.function->params.size() != 1) return false;
    const auto& type = std::get<VarDecl>(m.function->params[0]->node).type;
    const auto* reference = std::get_if<ReferenceType>(&type->node);
    return reference && reference->rvalue;
  });
}

void Lowering::construct_base(const LValue& base, const std::vector<ExprPtr>& args, Loc loc) {
  if (base.place && base.place->kind == Place::Kind::aggregate &&
      has_constructor(*base.type->record)) {
    construct_in(base.place, args, loc);
  } else {
    store(base, construct(base.type, args, true, loc));
  }
}

// A base class or a member, as a constructor's `: part(args)` says.
void Lowering::initialise_part(const LValue& part, const Field& field,
                               const std::vector<ExprPtr>& args, Loc loc) {
  const bool record = part.type->is(CType::Kind::record);
  if (args.size() == 1)
    if (const auto reference = bind_reference(field, args[0])) return store(part, *reference);
  if (field.name.empty() && record) return construct_base(part, args, loc);
  if (part.type->is(CType::Kind::array)) return store(part, init_list(part.type, args, {}, loc));
  if (args.size() == 1 && (!record || same_type(type_of(args[0]), part.type)))
    return store(part, eval_initialiser(part.type, args[0], true));
  if (args.empty() && !record) return store(part, zero_value(part.type, loc));
  store(part, construct(part.type, args, true, loc));
}

// What a constructor does before its body: bases, then members, in the order of their declaration,
// each as the constructor says or else by its default.
void Lowering::initialise_parts(const FunctionDecl& f) {
  const LValue self = *frame().self;
  const Record& record = *self.type->record;
  const Loc loc = place_of(f);
  std::set<std::string> done;
  for (const auto& [name, args] : f.member_inits)
    if (class_name(name) == class_name(record.name)) { // delegates
      construct_in(self.place, args, loc);
      return;
    }
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const Field& field = record.fields[i];
    const bool is_record = field.type->is(CType::Kind::record);
    bool mentioned = false;
    for (const auto& [name, args] : f.member_inits) {
      const bool is_base = field.name.empty() && is_record &&
                           class_name(name) == class_name(field.type->record->name);
      const auto path = is_base ? std::vector{i} : find_field(record, name);
      if (!path || (*path)[0] != i || !done.insert(name).second) continue;
      mentioned = true;
      const LValue part = member(self, *path, loc, true);
      initialise_part(part, path->size() == 1 ? field : Field{name, part.type, 0, nullptr}, args,
                      loc);
    }
    if (mentioned) continue;
    const LValue part = member(self, {i}, loc, true);
    if (field.init)
      store(part, default_value(self.place, field));
    else if (initialises(field.type))
      field.name.empty() ? construct_base(part, {}, loc) : store(part, by_default(field.type, loc));
  }
  for (const auto& [name, args] : f.member_inits)
    if (!done.contains(name)) unsupported("the initialiser of '" + name + "'", loc);
}

bool Lowering::construct_in(const PlacePtr& place, const std::vector<ExprPtr>& exprs, Loc loc) {
  return construct_with(place, eval_args(exprs), loc);
}

// What a new object gets of another: by copy constructors, where it or a part of it has one.
Value Lowering::copied(const LValue& from, bool is_lvalue, Loc loc) {
  if (!is_lvalue || !from.type->is(CType::Kind::record)) return value_of(from);
  const Record& record = *from.type->record;
  if (has_template(record, class_name(record.name), true))
    unsupported("a copy of '" + record.name + "', which a constructor template may make", loc);
  const bool itself = copies_itself(record);
  if (!itself && !copies_parts(record)) return value_of(from);
  const PlacePtr place = temporary_place(from.type, "copy", loc);
  if (itself)
    construct_with(place, {{from.type, from, loc, nullptr, true}}, loc);
  else
    copy_parts(place, from, loc);
  return taken_from(place, loc);
}

// The implicit copy constructor.
void Lowering::copy_parts(const PlacePtr& place, const LValue& from, Loc loc) {
  const LValue object{place->type, place, {}, {}, loc};
  for (std::size_t i = 0; i < place->type->record->fields.size(); ++i) {
    const CT& type = place->type->record->fields[i].type;
    if (type->is(CType::Kind::array) && type->to->is(CType::Kind::record) &&
        (copies_itself(*type->to->record) || copies_parts(*type->to->record)))
      unsupported("a copy of an array of '" + to_string(type->to) + "'", loc);
    store(member(object, {i}, loc, true), copied(member(from, {i}, loc, true), true, loc));
  }
}

bool Lowering::points_into(const Value& v, const Place& place) const {
  const auto within = [&](PointeeId id) {
    const Pointee& target = pointees_[static_cast<std::size_t>(id)];
    return target.kind == Pointee::Kind::place && target.place->root == place.root;
  };
  if (v.pointer) {
    const auto base = constant_value(v.pointer->base);
    if (base ? within(static_cast<PointeeId>(*base))
             : std::ranges::any_of(v.pointer->candidates, within))
      return true;
  }
  return std::ranges::any_of(v.fields, [&](const Value& f) { return points_into(f, place); });
}

// An object that was built in a temporary place and goes elsewhere.
Value Lowering::taken_from(const PlacePtr& place, Loc loc) {
  Value v = load_place(*place, loc);
  if (points_into(v, *place))
    unsupported("an object of type '" + to_string(place->type) + "' that points to itself", loc);
  return v;
}

// A record of `type` from what is evaluated already: nothing of it happens twice.
Value Lowering::copy_initialised(const CT& type, const Argument& from, Loc loc, bool is_direct) {
  const bool same = same_type(from.type, type) || from.type->name == type->name;
  if (same && from.is_lvalue && moves_itself(*type->record) && category(from) != Category::lvalue) {
    const PlacePtr place = temporary_place(type, "move", loc);
    construct_with(place, {from}, loc);
    return taken_from(place, loc);
  }
  if (same) return convert(copied(from.lvalue, from.is_lvalue, loc), type, loc);
  if (from.type->is(CType::Kind::record))
    if (auto c = conversion(from.lvalue, type, loc, is_direct)) return *c;
  const Record& record = *type->record;
  if (has_constructor(record)) {
    const PlacePtr place = temporary_place(type, "construct", loc);
    construct_with(place, {from}, loc, !is_direct);
    return taken_from(place, loc);
  }
  const Value v = value_of(from.lvalue);
  if (from.type->is(CType::Kind::record)) return convert(v, type, loc);
  const bool is_dim3 = record.name == "dim3";
  if (!is_dim3 && record.fields.size() != 1)
    return unknown_value(type, "a conversion to '" + record.name + "'", loc);
  Value made = zero_value(type, loc);
  made.fields[0] = convert(v, record.fields[0].type, loc);
  for (std::size_t i = 1; is_dim3 && i < 3; ++i)
    made.fields[i] = int_value(1, record.fields[i].type);
  return made;
}

bool Lowering::construct_with(const PlacePtr& place, std::vector<Argument> args, Loc loc,
                              bool implicit) {
  const Record& record = *place->type->record;
  const std::string name = class_name(record.name);
  if (args.size() == 1 && same_type(args[0].type, place->type) && has_template(record, name, false))
    unsupported("a copy of '" + record.name + "' beside a constructor template", loc);
  if (auto f = find_method(record, name, std::nullopt, args, nullptr, implicit)) {
    const auto& decl = std::get<FunctionDecl>(f->item.decl->node);
    if (decl.body) {
      inline_call(*f, args, LValue{place->type, place, {}, {}, loc}, loc);
      return true;
    }
  }
  if (args.size() == 1 && same_type(args[0].type, place->type)) {
    store_place(place, copied(args[0].lvalue, args[0].is_lvalue, loc), loc);
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
    if (args.size() == 1) return eval_initialiser(type, args[0], true);
  }
  if (type->is(CType::Kind::record) && type->record->unsupported.empty()) {
    const Record& record = *type->record;
    if (has_constructor(record)) {
      const PlacePtr place = temporary_place(type, "construct", loc);
      construct_in(place, args, loc);
      return taken_from(place, loc);
    }
    if (args.size() == 1 && !std::holds_alternative<InitListExpr>(args[0]->node) &&
        ((!braces && record.fields.size() != 1) || record.name == "dim3" ||
         type_of(args[0])->is(CType::Kind::record)))
      return eval_initialiser(type, args[0], true);
    return init_list(type, args, {}, loc);
  }
  for (const ExprPtr& arg : args)
    eval_discard(arg);
  if (type->is(CType::Kind::void_) || type->is(CType::Kind::group)) return {type, nullptr, {}, {}};
  return unknown_value(type, "a value of type '" + to_string(type) + "'", loc);
}

} // namespace heddle::cuda
