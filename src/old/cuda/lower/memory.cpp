// Loads and stores: places in core variables, arrays in memory.
#include "cuda/lower/atomic.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// The scalar part of a place that starts at byte `offset` and has `size` bytes.
PlacePtr leaf_at(const PlacePtr& place, std::int64_t offset, unsigned size) {
  if (place->kind == Place::Kind::scalar || place->kind == Place::Kind::constant) {
    const bool fits = offset == 0 && (place->value.scalar || place->var) &&
                      size_of(place->type) == std::optional<std::int64_t>(size);
    return fits ? place : nullptr;
  }
  if (place->kind != Place::Kind::aggregate || !place->type->is(CType::Kind::record))
    return nullptr;
  const Record& record = *place->type->record;
  for (std::size_t i = 0; i < place->parts.size(); ++i)
    if (record.fields[i].bits.width > 0)
      continue;
    else if (PlacePtr found = leaf_at(place->parts[i], offset - record.fields[i].offset, size))
      return found;
  return nullptr;
}

// make_v(x(t), y(t), ..) is t.
Expr whole_vector(const Pool& pool, const Record& record, const std::vector<Value>& fields) {
  Expr whole = nullptr;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Expr e = fields[i].scalar;
    if (!e || e->op != Op::apply || e->args.size() != 1 ||
        pool.function(e).name != record.name + "." + record.fields[i].name)
      return nullptr;
    if (whole && whole != e->args[0]) return nullptr;
    whole = e->args[0];
  }
  return whole;
}

// float4 and the like trap where they are not aligned; float3 is made of its elements.
unsigned vector_alignment(const Record& vector) {
  return vector.align > align_of(vector.fields.front().type) ? static_cast<unsigned>(vector.align)
                                                             : 1;
}

} // namespace

LValue Lowering::temporary(Value v, Loc loc) {
  LValue l;
  l.type = v.type;
  l.value = std::move(v);
  l.loc = loc;
  return l;
}

Value Lowering::load(const LValue& l) {
  Value v = loaded(l);
  if (v.type) v.type = without_qualifiers(v.type);
  return v;
}

Value Lowering::loaded(const LValue& l) {
  if (l.bits.width > 0 && !l.value) {
    const Value v =
        l.place ? load_place(*l.place, l.loc) : load_bits(*l.address, l.type, l.bits, l.loc);
    return promoted_bits(v, l.bits, l.loc);
  }
  if (l.value) return *l.value;
  if (AtomicLowering::is_object(l.type) && !AtomicLowering::is_reference(l.type))
    return AtomicLowering(*this).load(l, l.loc); // they are never copied
  if (l.place) return load_place(*l.place, l.loc);
  if (!l.address) return unknown_value(l.type, "", l.loc);
  if (l.type->is(CType::Kind::array)) // decays
    return pointer_value(make_pointer(l.type->to), *l.address);
  return load_memory(*l.address, l.type, l.loc);
}

void Lowering::store(const LValue& l, const Value& value) {
  if (l.bits.width > 0) {
    const Value bits = narrowed(convert(value, l.type, l.loc), l.bits);
    if (l.place) return store_place(l.place, bits, l.loc);
    if (l.address) return store_bits(*l.address, {{l.bits, bits}}, true, l.loc);
    return;
  }
  if (l.place) return store_place(l.place, convert(value, l.place->type, l.loc), l.loc);
  if (l.address) return store_memory(*l.address, l.type, convert(value, l.type, l.loc), l.loc);
  // A temporary object: nobody can see it again.
}

// Of several local variables, chosen by base: no memory is involved.
std::optional<Value> Lowering::load_chosen(const Pointer& p, const CT& type, Loc loc) {
  const bool are_places = constant_value(p.offset) == std::optional<std::int64_t>(0) &&
                          !constant_value(p.base) &&
                          std::ranges::all_of(p.candidates, [&](PointeeId id) {
                            if (id == null_pointee) return false;
                            const Pointee& t = pointees_[static_cast<std::size_t>(id)];
                            return t.kind == Pointee::Kind::place && same_type(t.place->type, type);
                          });
  if (!are_places) return std::nullopt;
  Value v = load_place(*pointees_[static_cast<std::size_t>(p.candidates.back())].place, loc);
  for (std::size_t i = p.candidates.size() - 1; i-- > 0;) {
    const Place& place = *pointees_[static_cast<std::size_t>(p.candidates[i])].place;
    v = select(pool_->eq(p.base, pool_->constant(p.candidates[i])), load_place(place, loc), v);
  }
  return v;
}

Pointer Lowering::moved(const Pointer& p, std::int64_t bytes) {
  Pointer to = p;
  to.offset = pool_->add(p.offset, pool_->constant(bytes, Type::i64()));
  return to;
}

Value Lowering::load_record(const Pointer& p, const CT& type, Loc loc) {
  const Record& record = *type->record;
  Value v{type, nullptr, {}, {}};
  if (record.is_vector) {
    const auto size = static_cast<unsigned>(record.size);
    const core::VarId t = read(p, memory_type(type), size, loc, vector_alignment(record));
    for (const Field& field : record.fields)
      v.fields.push_back(
          make_scalar(field.type, pure(record.name + "." + field.name, value_type(field.type),
                                       {pool_->symbol_ref(t)})));
    return v;
  }
  if (!record.unsupported.empty()) {
    unsupported(record.unsupported, loc);
    return unknown_value(type, "", loc);
  }
  if (record.fields.empty() && record.size > 1)
    for (std::int64_t done = 0; done < record.size; done += 16) {
      const auto size = static_cast<unsigned>(std::min<std::int64_t>(16, record.size - done));
      read(moved(p, done), Type::opaque(size * 8), size, loc);
    }
  for (const Field& field : record.fields)
    v.fields.push_back(field.bits.width > 0
                           ? load_bits(moved(p, field.offset), field.type, field.bits, loc)
                           : load_memory(moved(p, field.offset), field.type, loc));
  return v;
}

Value Lowering::load_memory(const Pointer& p, const CT& type, Loc loc) {
  if (auto known = from_table(p, type)) return *known;
  if (auto chosen = load_chosen(p, type, loc)) return *chosen;
  if (type->is(CType::Kind::record)) return load_record(p, type, loc);
  const auto size = size_of(type);
  if (type->is(CType::Kind::array)) {
    Value v{type, nullptr, {}, {}};
    if (!type->extent || *type->extent > 64 || !size) {
      unsupported("a copy of an array of type '" + to_string(type) + "'", loc);
      return unknown_value(type, "", loc);
    }
    for (std::int64_t i = 0; i < *type->extent; ++i)
      v.fields.push_back(load_memory(moved(p, i * size_of(type->to).value_or(0)), type->to, loc));
    return v;
  }
  if (!size || type->is(CType::Kind::void_) || type->is(CType::Kind::function)) {
    unsupported("a load of type '" + to_string(type) + "'", loc);
    return unknown_value(type, "", loc);
  }
  const core::VarId t = read(p, memory_type(type), static_cast<unsigned>(*size), loc);
  if (auto pointer = loaded_pointer(p, type, loc)) return pointer_value(type, *pointer);
  return from_bits(type, pool_->symbol_ref(t));
}

void Lowering::store_memory(const Pointer& p, const CT& type, const Value& value, Loc loc) {
  if (type->is(CType::Kind::record)) {
    const Record& record = *type->record;
    if (!record.unsupported.empty()) return unsupported(record.unsupported, loc);
    if (record.is_vector && value.fields.size() == record.fields.size()) {
      Expr whole = whole_vector(*pool_, record, value.fields);
      std::vector<Expr> parts;
      for (const Value& field : value.fields)
        parts.push_back(scalar_bits(field));
      if (!whole) whole = pure("make_" + record.name, memory_type(type), parts);
      return write(p, whole, static_cast<unsigned>(record.size), loc, vector_alignment(record));
    }
    if (record.fields.empty() && record.size > 1)
      for (std::int64_t done = 0; done < record.size; done += 16)
        write(moved(p, done), nullptr,
              static_cast<unsigned>(std::min<std::int64_t>(16, record.size - done)), loc);
    for (std::size_t i = 0; i < std::min(record.fields.size(), value.fields.size()); ++i) {
      const Field& field = record.fields[i];
      if (field.bits.width == 0) {
        store_memory(moved(p, field.offset), field.type, value.fields[i], loc);
        continue;
      }
      std::vector<std::pair<BitField, Value>> location{{field.bits, value.fields[i]}};
      while (!record.is_union && i + 1 < value.fields.size() &&
             record.fields[i + 1].bits.width > 0 && record.fields[i + 1].offset == field.offset) {
        ++i;
        location.emplace_back(record.fields[i].bits, value.fields[i]);
      }
      store_bits(moved(p, field.offset), location, record.is_union, loc);
    }
    return;
  }
  const auto size = size_of(type);
  if (type->is(CType::Kind::array)) {
    const auto element = size_of(type->to);
    if (!type->extent || !element ||
        *type->extent != static_cast<std::int64_t>(value.fields.size()))
      return unsupported("a copy of an array of type '" + to_string(type) + "'", loc);
    for (std::int64_t i = 0; i < *type->extent; ++i)
      store_memory(moved(p, i * *element), type->to, value.fields[static_cast<std::size_t>(i)],
                   loc);
    return;
  }
  if (!size || type->is(CType::Kind::void_) || type->is(CType::Kind::function))
    return unsupported("a store of type '" + to_string(type) + "'", loc);
  write(p, scalar_bits(value), static_cast<unsigned>(*size), loc);
}

core::VarId Lowering::read(const Pointer& p, Type type, unsigned size, Loc loc, unsigned align) {
  const core::VarId t = new_temp(type, loc);
  bool any = false;
  for_each_target(p, loc, [&](const Pointee& target, Expr offset) {
    any = true;
    if (target.kind == Pointee::Kind::place)
      return read_place(target.place, offset, t, type, size, loc);
    emit(core::Read{t, target.array, offset, size, align}, loc);
  });
  if (!any) emit(core::Havoc{t, Scope::thread, ""}, loc);
  return t;
}

void Lowering::write(const Pointer& p, Expr value, unsigned size, Loc loc, unsigned align) {
  for_each_target(p, loc, [&](const Pointee& target, Expr offset) {
    if (target.kind == Pointee::Kind::place)
      return write_place(target.place, offset, value, size, loc);
    const core::Array& array = kernel_.arrays[target.array];
    if (array.space == core::Space::constant && array.is_parameter)
      return unsupported("a write to the parameter '" + array.name + "'", loc);
    if (array.space == core::Space::constant)
      emit(core::Assert{pool_->boolean(false), "no write to constant memory '" + array.name + "'"},
           loc);
    emit(core::Write{target.array, offset, size, value, align}, loc);
  });
}

// A variable is accessed as bytes: the next pass keeps it in memory.
void Lowering::needs_memory(const Place& place, Loc loc) {
  if (learned_.in_memory.insert(place.root).second) {
    again_ = true;
  } else {
    unsupported("an access to a part of '" + place.name + "' through a pointer", loc);
  }
}

void Lowering::read_place(const PlacePtr& place, Expr offset, core::VarId into, Type type,
                          unsigned size, Loc loc) {
  const auto k = constant_value(offset);
  const PlacePtr leaf = k ? leaf_at(place, *k, size) : nullptr;
  if (!leaf) {
    needs_memory(*place, loc);
    return emit(core::Havoc{into, Scope::thread, ""}, loc);
  }
  Expr e = scalar_bits(load_place(*leaf, loc));
  if (e->type != type)
    e = e->type.is_int() && type.is_int() ? pool_->cast(e, type) : pure("bits", type, {e});
  assign(into, e, loc);
}

void Lowering::write_place(const PlacePtr& place, Expr offset, Expr value, unsigned size, Loc loc) {
  const auto k = constant_value(offset);
  const PlacePtr leaf = k ? leaf_at(place, *k, size) : nullptr;
  if (!leaf) return needs_memory(*place, loc);
  if (!value) return havoc_place(leaf, "", true, loc);
  const Type type = memory_type(leaf->type);
  if (value->type != type)
    value = value->type.is_int() && type.is_int() ? pool_->cast(value, type)
                                                  : pure("bits", type, {value});
  store_place(leaf, from_bits(leaf->type, value), loc);
}

void Lowering::havoc_place(const PlacePtr& place, const std::string& reason, bool pointers,
                           Loc loc) {
  switch (place->kind) {
  case Place::Kind::scalar:
    if (place->var) emit(core::Havoc{*place->var, Scope::thread, reason}, loc);
    return;
  case Place::Kind::aggregate:
    for (const PlacePtr& part : place->parts)
      havoc_place(part, reason, pointers, loc);
    return;
  case Place::Kind::pointer:
    if (pointers) store_place(place, pointer_value(place->type, unknown_pointer(reason)), loc);
    return;
  case Place::Kind::constant:
    learned_.assigned.insert(place->key);
    learned_.assigned.insert(place->root);
    again_ = true;
    return;
  case Place::Kind::memory:
    return; // its content is not known anyway, unless it was written
  }
}

} // namespace heddle::cuda
