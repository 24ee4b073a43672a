// Pointer values: what they may point into, arithmetic, comparison, dereference.
#include "cuda/lower/internal.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::cuda {

PointeeId Lowering::pointee(const std::string& key, Pointee what) {
  auto [it, inserted] = learned_.pointee_ids.try_emplace(
      key, static_cast<PointeeId>(learned_.pointee_ids.size()) + 1);
  const auto index = static_cast<std::size_t>(it->second);
  if (pointees_.size() <= index) pointees_.resize(index + 1);
  pointees_[index] = std::move(what);
  return it->second;
}

Pointer Lowering::pointer_to(PointeeId id, Expr offset) {
  return {pool_->constant(id), {id}, offset};
}

Pointer Lowering::unknown_pointer(const std::string& reason) {
  Pointee p;
  p.kind = Pointee::Kind::unknown;
  p.reason = reason;
  return pointer_to(pointee("unknown:" + reason, p), pool_->constant(0, Type::i64()));
}

Pointer Lowering::array_pointer(core::ArrayId array, Expr offset) {
  Pointee p;
  p.kind = Pointee::Kind::array;
  p.array = array;
  return pointer_to(pointee("array:" + array_keys_[array], p), offset);
}

Pointer Lowering::decay(const LValue& array) {
  if (array.place && array.place->kind == Place::Kind::memory)
    return array_pointer(array.place->array, pool_->constant(array.place->offset, Type::i64()));
  if (array.address) return *array.address;
  return address(array);
}

Pointer Lowering::address(const LValue& lvalue) {
  if (lvalue.address) return *lvalue.address;
  if (lvalue.place && lvalue.place->kind == Place::Kind::memory) return decay(lvalue);
  if (lvalue.place) {
    Pointee p;
    p.kind = Pointee::Kind::place;
    p.place = lvalue.place;
    return pointer_to(pointee("place:" + lvalue.place->key, p), pool_->constant(0, Type::i64()));
  }
  if (lvalue.value && lvalue.value->pointer && lvalue.type->is(CType::Kind::function))
    return *lvalue.value->pointer; // &f is f
  return unknown_pointer("the address of a temporary");
}

Value Lowering::pointer_add(const Value& p, Expr count, Loc loc) {
  assert(p.pointer);
  const auto size = size_of(p.type->to);
  if (!size) {
    if (constant_value(count) == std::optional<std::int64_t>(0)) return p;
    return pointer_value(p.type,
                         unknown_pointer("arithmetic on a pointer to '" + to_string(p.type->to) +
                                         "', a type of unknown size"));
  }
  (void)loc;
  Pointer moved = *p.pointer;
  moved.offset = pool_->add(moved.offset, pool_->mul(count, pool_->constant(*size, Type::i64())));
  return pointer_value(p.type, std::move(moved));
}

Expr Lowering::pointer_truth(const Pointer& p, Loc loc) {
  const auto one = [&](PointeeId id) -> Expr {
    if (id == null_pointee) return pool_->boolean(false);
    const Pointee& target = pointees_.at(static_cast<std::size_t>(id));
    switch (target.kind) {
    case Pointee::Kind::null: // a constant address other than 0
    case Pointee::Kind::place:
    case Pointee::Kind::function:
      return pool_->boolean(true);
    case Pointee::Kind::array: {
      const core::Array& array = kernel_.arrays[target.array];
      if (array.row_bytes > 0)
        return pool_->logical_not(pure(array.name + " == nullptr", Type::boolean(), {row_of(p)}));
      if (!array.is_parameter) return pool_->boolean(true);
      // The host may pass a null pointer: the same one to all threads.
      auto it = null_flags_.find(target.array);
      if (it == null_flags_.end())
        it = null_flags_
                 .emplace(target.array, pool_->new_symbol({array.name + " == nullptr",
                                                           Type::boolean(),
                                                           Role::parameter,
                                                           0,
                                                           {},
                                                           {},
                                                           array.loc}))
                 .first;
      return pool_->logical_not(pool_->symbol_ref(it->second));
    }
    case Pointee::Kind::undeclared:
    case Pointee::Kind::unknown:
      return unknown_value(make_bool(), target.reason, loc).scalar;
    }
    return nullptr;
  };
  if (auto base = constant_value(p.base)) return one(*base);
  Expr result = pool_->boolean(false);
  for (PointeeId id : p.candidates)
    result = pool_->logical_or(result,
                               pool_->logical_and(pool_->eq(p.base, pool_->constant(id)), one(id)));
  return result;
}

Value Lowering::pointer_compare(BinaryOp op, const Value& a, const Value& b, Loc loc) {
  const Pointer &p = *a.pointer, &q = *b.pointer;
  const auto is_null = [](const Pointer& x) {
    return constant_value(x.base) == std::optional<std::int64_t>(null_pointee);
  };
  const bool negated = op == BinaryOp::ne;
  if (op == BinaryOp::eq || negated) {
    if (is_null(p) || is_null(q)) {
      const Expr t = pointer_truth(is_null(p) ? q : p, loc);
      return bool_value(negated ? t : pool_->logical_not(t));
    }
    const auto unclear = [&](PointeeId id) {
      if (id == null_pointee) return false;
      const Pointee& target = pointees_.at(static_cast<std::size_t>(id));
      return target.kind == Pointee::Kind::unknown || target.kind == Pointee::Kind::undeclared;
    };
    if (std::ranges::any_of(p.candidates, unclear) || std::ranges::any_of(q.candidates, unclear))
      return unknown_value(make_bool(), "a comparison of pointers", loc);
    Expr same = pool_->logical_and(pool_->eq(p.base, q.base), pool_->eq(p.offset, q.offset));
    if (p.row || q.row) same = pool_->logical_and(same, pool_->eq(row_of(p), row_of(q)));
    return bool_value(negated ? pool_->logical_not(same) : same);
  }
  if (a.type->to && a.type->to->is(CType::Kind::function)) {
    // Any total order of functions is as good as another.
    const Expr x = p.base, y = q.base;
    return bool_value(op == BinaryOp::lt   ? pool_->lt(x, y)
                      : op == BinaryOp::gt ? pool_->lt(y, x)
                      : op == BinaryOp::le ? pool_->le(x, y)
                                           : pool_->le(y, x));
  }
  if (p.base != q.base || p.row != q.row)
    return unknown_value(make_bool(), "a comparison of pointers", loc);
  const Expr x = p.offset, y = q.offset;
  return bool_value(op == BinaryOp::lt   ? pool_->lt(x, y)
                    : op == BinaryOp::gt ? pool_->lt(y, x)
                    : op == BinaryOp::le ? pool_->le(x, y)
                                         : pool_->le(y, x));
}

Value Lowering::pointer_difference(const Value& a, const Value& b, Loc loc) {
  const CT type = make_integer(64, true);
  const auto size = size_of(a.type->to);
  if (a.pointer->base != b.pointer->base || a.pointer->row != b.pointer->row || !size)
    return unknown_value(type, "a difference of pointers", loc);
  return make_scalar(type, pool_->div(pool_->sub(a.pointer->offset, b.pointer->offset),
                                      pool_->constant(*size, Type::i64())));
}

LValue Lowering::deref(const Value& v, Loc loc) {
  if (!v.pointer) {
    Value unknown = unknown_value(v.type, "", loc);
    unsupported("'*' applied to a value of type '" + to_string(v.type) + "'", loc);
    return temporary(unknown, loc);
  }
  LValue result{
      v.type->is(CType::Kind::function) ? v.type : v.type->to, nullptr, v.pointer, {}, loc};
  if (result.type->is(CType::Kind::function)) {
    result.address.reset();
    result.value = pointer_value(result.type, *v.pointer);
    return result;
  }
  const auto base = constant_value(v.pointer->base);
  if (!base || *base == null_pointee) return result;
  const Pointee& target = pointees_.at(static_cast<std::size_t>(*base));
  if (target.kind == Pointee::Kind::place &&
      constant_value(v.pointer->offset) == std::optional<std::int64_t>(0) &&
      same_type(target.place->type, result.type)) {
    result.place = target.place;
    result.address.reset();
  }
  return result;
}

LValue Lowering::index(const LValue& base, const Value& i, Loc loc) {
  const Expr offset = to_i64(i, loc);
  if (base.type->is(CType::Kind::array) && base.place &&
      base.place->kind == Place::Kind::aggregate) {
    auto k = constant_value(offset);
    if (k && *k >= 0 && *k < static_cast<std::int64_t>(base.place->parts.size())) {
      const PlacePtr part = base.place->parts[static_cast<std::size_t>(*k)];
      return {part->type, part, {}, {}, loc};
    }
    const auto& parts = base.place->parts;
    const CT& element = base.type->to;
    const std::size_t most = element->is(CType::Kind::pointer) ? 16
                             : element->is_arithmetic()        ? 64
                                                               : 0;
    if (!parts.empty() && parts.size() <= most) {
      Value chosen = load_place(*parts[0], loc); // to read; it is no variable
      for (std::size_t p = 1; p < parts.size(); ++p)
        chosen =
            select(pool_->eq(offset, pool_->constant(static_cast<std::int64_t>(p), Type::i64())),
                   load_place(*parts[p], loc), chosen);
      return temporary(chosen, loc);
    }
    unsupported("an array of type '" + to_string(base.type) +
                    "' indexed by a value that is not constant",
                loc);
    return temporary(unknown_value(base.type->to, "", loc), loc);
  }
  if (base.type->is(CType::Kind::array) && !base.place && !base.address && base.value) {
    auto k = constant_value(offset); // an array inside a record value
    if (k && *k >= 0 && *k < static_cast<std::int64_t>(base.value->fields.size()))
      return temporary(base.value->fields[static_cast<std::size_t>(*k)], loc);
    return temporary(unknown_value(base.type->to, "an element of a temporary array", loc), loc);
  }
  Value pointer = base.type->is(CType::Kind::array)
                      ? pointer_value(make_pointer(base.type->to), decay(base))
                      : load(base);
  if (!pointer.pointer) {
    unsupported("'[]' applied to a value of type '" + to_string(base.type) + "'", loc);
    return temporary(unknown_value(make_integer(32, true), "", loc), loc);
  }
  return deref(pointer_add(pointer, offset, loc), loc);
}

bool Lowering::bad_target(const Pointee& target, Loc loc) {
  switch (target.kind) {
  case Pointee::Kind::array:
  case Pointee::Kind::place:
    return false;
  case Pointee::Kind::null:
    emit(core::Assert{pool_->boolean(false), "no access through a null pointer"}, loc);
    return true;
  case Pointee::Kind::function:
    unsupported("an access to memory through a function pointer", loc);
    return true;
  case Pointee::Kind::unknown:
    unsupported("an access through " + target.reason, loc);
    return true;
  case Pointee::Kind::undeclared:
    again_ = true;
    unsupported("an access through a pointer to a variable that is declared later", loc);
    return true;
  }
  return true;
}

void Lowering::for_each_target(const Pointer& p, Loc loc,
                               const std::function<void(const Pointee&, Expr)>& leaf) {
  const auto visit = [&](PointeeId id) {
    Pointee target;
    target.kind = Pointee::Kind::null;
    if (id != null_pointee) target = pointees_.at(static_cast<std::size_t>(id));
    if (!bad_target(target, loc)) leaf(target, offset_in(target, p, loc));
  };
  if (auto base = constant_value(p.base)) return visit(*base);
  std::vector<core::Block> blocks;
  for (PointeeId id : p.candidates)
    blocks.push_back(collect([&] { visit(id); }));
  // Some candidate is the base, so the last one needs no test.
  core::Block rest = std::move(blocks.back());
  for (std::size_t i = blocks.size() - 1; i-- > 0;) {
    core::Block outer = collect([&] {
      emit_if(pool_->eq(p.base, pool_->constant(p.candidates[i])), std::move(blocks[i]),
              std::move(rest), loc);
    });
    rest = std::move(outer);
  }
  std::move(rest.begin(), rest.end(), std::back_inserter(*out_));
}

} // namespace heddle::cuda
