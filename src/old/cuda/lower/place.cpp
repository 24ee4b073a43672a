// Places: how local variables are split into core variables and arrays.
#include "cuda/lower/internal.hpp"

namespace heddle::cuda {

namespace {

constexpr std::int64_t max_parts = 64; // elements of an array kept as variables

bool has_fields(const CT& type) {
  return type->is(CType::Kind::record) && !type->record->is_union &&
         type->record->unsupported.empty() &&
         (!type->record->fields.empty() || type->record->size <= 1);
}

CT scalar_element(const CT& type) {
  CT t = type;
  while (t->is(CType::Kind::array))
    t = t->to;
  return t;
}

} // namespace

core::ArrayId Lowering::new_array(core::Array array, const std::string& key) {
  kernel_.arrays.push_back(std::move(array));
  array_keys_.push_back(key);
  return static_cast<core::ArrayId>(kernel_.arrays.size() - 1);
}

// The array for a variable of `type`: its dimensions, and what its elements are.
core::ArrayId Lowering::make_array_for(const CT& type, const std::string& name,
                                       const std::string& key, core::Space space, Loc loc) {
  core::Array a;
  a.name = unique_name(name);
  a.space = space;
  a.loc = loc;
  a.is_volatile = type->is_volatile;
  const CT element = scalar_element(type);
  a.element = to_string(element);
  a.element_type = memory_type(element);
  a.element_size = static_cast<unsigned>(size_of(element).value_or(1));
  bool known = true;
  for (CT t = type; t->is(CType::Kind::array); t = t->to) {
    known = known && t->extent.has_value();
    a.dims.push_back(t->extent.value_or(0));
  }
  if (!known) a.dims.clear();
  if (known && a.dims.empty()) a.dims.push_back(1);
  return new_array(std::move(a), key);
}

PlacePtr Lowering::temporary_place(const CT& type, const std::string& what, Loc loc) {
  return make_place(type, "t" + std::to_string(next_temp_++), place_key(what, loc), loc);
}

PlacePtr Lowering::make_place(const CT& type, const std::string& name, const std::string& key,
                              Loc loc, const std::string& root) {
  auto place = std::make_shared<Place>();
  place->type = type;
  place->name = name;
  place->key = key;
  place->root = root.empty() ? key : root;
  const bool in_memory = learned_.in_memory.contains(key);
  const auto part = [&](const CT& t, const std::string& suffix) {
    const std::string part_key = key + "." + std::to_string(place->parts.size());
    place->parts.push_back(make_place(t, name + suffix, part_key, loc, place->root));
  };
  if (type->is(CType::Kind::pointer) && !in_memory) {
    place->kind = Place::Kind::pointer;
    const bool is_function = type->to->is(CType::Kind::function);
    if (auto it = learned_.candidates.find(key);
        it != learned_.candidates.end() && it->second.size() > 1)
      place->base = new_var(name + ".base", Type::i32(), loc);
    if (auto it = learned_.offsets.find(key);
        !is_function && it != learned_.offsets.end() && !it->second)
      place->var = new_var(name + ".off", Type::i64(), loc);
    if (learned_.rows.contains(key)) place->row = new_var(name + ".row", Type::i64(), loc);
  } else if (has_fields(type) && !in_memory) {
    place->kind = Place::Kind::aggregate;
    for (const Field& field : type->record->fields)
      part(field.type, field.name.empty() ? "" : "." + field.name);
  } else if (type->is(CType::Kind::array) && !in_memory && type->extent &&
             *type->extent <= max_parts && type->to->is(CType::Kind::pointer)) {
    place->kind = Place::Kind::aggregate;
    for (std::int64_t i = 0; i < *type->extent; ++i)
      part(type->to, "[" + std::to_string(i) + "]");
  } else if (type->is(CType::Kind::array) || type->is(CType::Kind::record) || in_memory) {
    place->kind = Place::Kind::memory;
    place->array = make_array_for(type, name, key, core::Space::local, loc);
  } else if (type->is(CType::Kind::group) || type->is(CType::Kind::void_)) {
    place->kind = Place::Kind::aggregate; // no state
  } else {
    place->kind = Place::Kind::scalar;
    place->var = new_var(name, value_type(type), loc);
    if (learned_.addresses.contains(key))
      place->parts.push_back(make_place(make_pointer(make_void()), name + ".address",
                                        key + ".address", loc, place->root));
  }
  return place;
}

PlacePtr Lowering::constant_place(Value value, const std::string& name, const std::string& key) {
  auto place = std::make_shared<Place>();
  place->type = value.type;
  place->kind = Place::Kind::constant;
  place->name = name;
  place->key = place->root = key;
  place->value = std::move(value);
  return place;
}

Value Lowering::load_place(const Place& place, Loc loc) {
  switch (place.kind) {
  case Place::Kind::scalar: {
    Value v = make_scalar(place.type, pool_->symbol_ref(*place.var));
    if (!place.parts.empty()) v.address = load_place(*place.parts[0], loc).pointer;
    return v;
  }
  case Place::Kind::pointer: {
    const std::set<PointeeId>& known = learned_.candidates[place.key];
    if (known.empty()) {
      // Perhaps it gets one later, in a loop: learn_candidates then asks for a new pass.
      read_empty_.insert(place.key);
      return pointer_value(place.type,
                           unknown_pointer("pointer '" + place.name + "', which has no value yet"));
    }
    Pointer p;
    p.candidates.assign(known.begin(), known.end());
    p.base = place.base ? pool_->symbol_ref(*place.base) : pool_->constant(p.candidates[0]);
    if (place.var) {
      p.offset = pool_->symbol_ref(*place.var);
    } else { // the only offset that this variable ever has
      const auto offset = learned_.offsets.find(place.key);
      const bool known_offset = offset != learned_.offsets.end() && offset->second;
      p.offset = pool_->constant(known_offset ? *offset->second : 0, Type::i64());
    }
    if (place.row) p.row = pool_->symbol_ref(*place.row);
    return pointer_value(place.type, std::move(p));
  }
  case Place::Kind::aggregate: {
    Value v{place.type, nullptr, {}, {}};
    for (const PlacePtr& part : place.parts) {
      const bool array = part->kind == Place::Kind::memory && part->type->is(CType::Kind::array);
      v.fields.push_back(
          array ? load_memory(address({part->type, part, {}, {}, loc}), part->type, loc)
                : load_place(*part, loc));
    }
    return v;
  }
  case Place::Kind::memory: {
    const Pointer p = array_pointer(place.array, pool_->constant(place.offset, Type::i64()));
    if (place.type->is(CType::Kind::array)) return pointer_value(make_pointer(place.type->to), p);
    return load_memory(p, place.type, loc);
  }
  case Place::Kind::constant:
    return place.value;
  }
  return {};
}

void Lowering::learn_candidates(const std::string& key, const Pointer& p) {
  std::set<PointeeId>& known = learned_.candidates[key];
  const std::size_t before = known.size();
  known.insert(p.candidates.begin(), p.candidates.end());
  // The variable was made, or read, with fewer candidates in mind.
  if (known.size() != before && (before > 0 || known.size() > 1 || read_empty_.contains(key)))
    again_ = true;
}

// Most pointers always point to the start of their array: they need no variable.
void Lowering::learn_offset(const Place& place, Expr offset) {
  if (place.type->to->is(CType::Kind::function)) return;
  const auto value = constant_value(offset);
  auto [it, inserted] = learned_.offsets.try_emplace(place.key, value);
  if (it->second != value) it->second = std::nullopt;
  if (!it->second && !place.var) again_ = true;
}

void Lowering::store_place(const PlacePtr& place, const Value& value, Loc loc) {
  switch (place->kind) {
  case Place::Kind::scalar: {
    if (value.address && place->parts.empty()) { // the next pass knows it
      learned_.addresses.insert(place->key);
      again_ = true;
    }
    Value v = value;
    if (!place->parts.empty()) {
      const Mark before = mark(); // the number may be computed from the old address
      const Pointer none = unknown_pointer("a number that is no known address");
      store_place(place->parts[0],
                  pointer_value(place->parts[0]->type, v.address ? *v.address : none), loc);
      v.address.reset();
      protect(v, before);
    }
    if (v.scalar) return assign(*place->var, v.scalar, loc);
    return emit(core::Havoc{*place->var, Scope::thread, ""}, loc);
  }
  case Place::Kind::pointer: {
    if (!value.pointer) return;
    learn_candidates(place->key, *value.pointer);
    learn_offset(*place, value.pointer->offset);
    again_ |= value.pointer->row && learned_.rows.insert(place->key).second;
    const Mark before = mark(); // p = p == q ? r : p
    if (place->var) assign(*place->var, value.pointer->offset, loc);
    if (place->base && value.pointer->base != pool_->symbol_ref(*place->base))
      assign(*place->base, protect(value.pointer->base, before), loc);
    if (place->row && value.pointer->row != pool_->symbol_ref(*place->row))
      assign(*place->row, protect(row_of(*value.pointer), before), loc);
    return;
  }
  case Place::Kind::aggregate: {
    // `a = {a.y, a.x}`: the new parts may mention the old ones.
    Value v = value;
    const Mark before = mark();
    for (std::size_t i = 0; i < std::min(place->parts.size(), v.fields.size()); ++i) {
      for (std::size_t k = i; k < v.fields.size(); ++k)
        protect(v.fields[k], before);
      const bool record = place->type->is(CType::Kind::record);
      const BitField bits = record ? place->type->record->fields[i].bits : BitField{};
      store_place(place->parts[i], bits.width > 0 ? narrowed(v.fields[i], bits) : v.fields[i], loc);
    }
    return;
  }
  case Place::Kind::memory: {
    const Pointer p = array_pointer(place->array, pool_->constant(place->offset, Type::i64()));
    return store_memory(p, place->type, value, loc);
  }
  case Place::Kind::constant:
    learned_.assigned.insert(place->key);
    learned_.assigned.insert(place->root);
    again_ = true;
    return;
  }
}

} // namespace heddle::cuda
