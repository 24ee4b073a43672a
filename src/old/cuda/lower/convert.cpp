// Values of C types: construction, C's conversions, truth.
#include "cuda/lower/internal.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heddle::cuda {

namespace {

// Shortest text that reads back as the same value of `width` bits.
std::string float_text(double v, unsigned width) {
  char buffer[64];
  const auto r = width <= 32 ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<float>(v))
                             : std::to_chars(buffer, buffer + sizeof buffer, v);
  return {buffer, r.ptr};
}

std::optional<double> literal_value(const Pool& pool, Expr e) {
  if (e->op != Op::apply || !e->args.empty() || !e->type.is_opaque()) return std::nullopt;
  const std::string& name = pool.function(e).name;
  double v = 0;
  const auto r = std::from_chars(name.data(), name.data() + name.size(), v);
  if (r.ec != std::errc() || r.ptr != name.data() + name.size()) return std::nullopt;
  return v;
}

// Addresses of shared memory have 32 bits.
bool holds_address(const CT& type) { return type->is(CType::Kind::integer) && type->width >= 32; }

} // namespace

Value Lowering::int_value(std::int64_t v, const CT& type) {
  return make_scalar(type, pool_->constant(v, value_type(type)));
}

Value Lowering::bool_value(Expr e) { return make_scalar(make_bool(), e); }

Value Lowering::float_literal(double v, const CT& type) {
  return make_scalar(type, pure(float_text(v, type->width), value_type(type), {}));
}

Value Lowering::literal(const FoldValue& v) {
  return v.type->is(CType::Kind::floating) ? float_literal(v.floating, v.type)
                                           : int_value(v.integer, v.type);
}

Expr Lowering::pure(const std::string& name, Type type, std::vector<Expr> args) {
  return pool_->apply(pool_->pure_function(name, type), std::move(args));
}

Value Lowering::unknown_value(const CT& type, const std::string& reason, Loc loc, Scope sharing) {
  switch (type->kind) {
  case CType::Kind::boolean:
  case CType::Kind::integer:
  case CType::Kind::floating:
  case CType::Kind::unknown: {
    const core::VarId temp = new_temp(value_type(type), loc);
    emit(core::Havoc{temp, sharing, reason}, loc);
    return make_scalar(type, pool_->symbol_ref(temp));
  }
  case CType::Kind::pointer:
  case CType::Kind::function:
    return pointer_value(type, unknown_pointer(reason));
  case CType::Kind::reference:
    return unknown_value(type->to, reason, loc, sharing);
  case CType::Kind::record: {
    Value v{type, nullptr, {}, {}};
    for (const Field& field : type->record->fields)
      v.fields.push_back(unknown_value(field.type, reason, loc, sharing));
    return v;
  }
  case CType::Kind::array: {
    Value v{type, nullptr, {}, {}};
    for (std::int64_t i = 0; i < std::min<std::int64_t>(64, type->extent.value_or(0)); ++i)
      v.fields.push_back(unknown_value(type->to, reason, loc, sharing));
    return v;
  }
  case CType::Kind::void_:
  case CType::Kind::group:
    return {type, nullptr, {}, {}};
  }
  return {};
}

Value Lowering::zero_value(const CT& type, Loc loc) {
  switch (type->kind) {
  case CType::Kind::boolean:
    return bool_value(pool_->boolean(false));
  case CType::Kind::integer:
    return int_value(0, type);
  case CType::Kind::floating:
    return float_literal(0, type);
  case CType::Kind::pointer:
  case CType::Kind::function:
    return pointer_value(type, pointer_to(null_pointee, pool_->constant(0, Type::i64())));
  case CType::Kind::record:
  case CType::Kind::array: {
    Value v{type, nullptr, {}, {}};
    if (type->is(CType::Kind::record)) {
      for (const Field& field : type->record->fields)
        v.fields.push_back(zero_value(field.type, loc));
    } else {
      for (std::int64_t i = 0; i < std::min<std::int64_t>(64, type->extent.value_or(0)); ++i)
        v.fields.push_back(zero_value(type->to, loc));
    }
    return v;
  }
  case CType::Kind::reference:
  case CType::Kind::void_:
  case CType::Kind::group:
  case CType::Kind::unknown:
    return unknown_value(type, "", loc);
  }
  return {};
}

Value Lowering::pointer_value(const CT& type, Pointer p) {
  return {type, nullptr, std::move(p), {}};
}

CT Lowering::promoted(const CT& type) {
  return type->is_integral() ? promoted_integer(type) : without_qualifiers(type);
}

// C's usual arithmetic conversions.
CT Lowering::common_type(const CT& a, const CT& b) {
  if (a->is(CType::Kind::floating) || b->is(CType::Kind::floating)) {
    if (!b->is(CType::Kind::floating)) return a;
    if (!a->is(CType::Kind::floating)) return b;
    return a->width >= b->width ? a : b;
  }
  const CT x = promoted(a), y = promoted(b);
  if (mathematical_ && !(x->is_signed && y->is_signed)) return make_integer(64, true);
  return common_integer(x, y);
}

// To a pointer or a function.
Value Lowering::convert_to_pointer(const Value& v, const CT& to, Loc loc) {
  const Expr start = pool_->constant(0, Type::i64());
  const bool to_function = to->is(CType::Kind::function) || to->to->is(CType::Kind::function);
  if (v.pointer && to_function && v.pointer->offset != start) {
    Pointee nothing; // no function begins where a pointer was moved to
    nothing.kind = Pointee::Kind::null;
    const PointeeId id = pointee("moved function", nothing);
    Pointer p{pool_->ite(pool_->eq(v.pointer->offset, start), v.pointer->base, pool_->constant(id)),
              v.pointer->candidates, start};
    p.candidates.push_back(id);
    std::ranges::sort(p.candidates);
    return pointer_value(to, std::move(p));
  }
  if (v.pointer) return pointer_value(to, *v.pointer);
  if (v.scalar && constant_value(v.scalar) == std::optional<std::int64_t>(0))
    return zero_value(to, loc);
  // An address of 32 bits is one of shared memory alone, which no pointer is made from.
  if (v.address && v.type->width == 64) return pointer_value(to, *v.address);
  if (const auto address = v.scalar ? constant_value(v.scalar) : std::nullopt) {
    Pointee invalid; // no object lives at a constant address
    invalid.kind = Pointee::Kind::null;
    const PointeeId id = pointee("address " + std::to_string(*address), invalid);
    return pointer_value(to, pointer_to(id, pool_->constant(0, Type::i64())));
  }
  return pointer_value(to, unknown_pointer("a pointer made from an integer"));
}

Value Lowering::convert_to_integer(const Value& v, const CT& to) {
  if (v.type->is(CType::Kind::boolean)) {
    const Type t = value_type(to);
    return make_scalar(to, pool_->ite(v.scalar, pool_->constant(1, t), pool_->constant(0, t)));
  }
  if (v.type->is(CType::Kind::floating)) {
    if (auto literal = literal_value(*pool_, v.scalar); literal && std::fabs(*literal) < 9.0e18)
      return int_value(static_cast<std::int64_t>(*literal), to);
    return make_scalar(to, pure("f2i", value_type(to), {v.scalar}));
  }
  Value number = make_scalar(to, pool_->cast(v.scalar, value_type(to)));
  if (holds_address(to)) number.address = v.address;
  return number;
}

Value Lowering::convert_to_floating(const Value& v, const CT& to) {
  Expr e = v.scalar;
  if (v.type->is(CType::Kind::floating)) {
    if (v.type->width == to->width) return make_scalar(to, e);
    if (auto literal = literal_value(*pool_, e)) return float_literal(*literal, to);
    return make_scalar(to, pure("f2f", value_type(to), {e}));
  }
  if (v.type->is(CType::Kind::boolean)) e = pool_->ite(e, pool_->constant(1), pool_->constant(0));
  if (auto c = constant_value(e); c && std::abs(*c) < (std::int64_t{1} << 24))
    return float_literal(static_cast<double>(*c), to);
  return make_scalar(to, pure(e->type.is_signed ? "i2f" : "u2f", value_type(to), {e}));
}

Value Lowering::convert(const Value& v, const CT& to, Loc loc) {
  if (!v.type || to->is(CType::Kind::void_)) return {make_void(), nullptr, {}, {}};
  if (to->is(CType::Kind::reference)) return convert(v, to->to, loc);
  // thread_group and coalesced_group do not say of which threads.
  if (to->is(CType::Kind::group) && to->group == Group::unknown && v.type->is(CType::Kind::group))
    return v;
  if (to->is(CType::Kind::pointer) || to->is(CType::Kind::function))
    return convert_to_pointer(v, to, loc);
  if (to->is(CType::Kind::boolean)) return bool_value(truth(v, loc));
  if (to->is_arithmetic() && v.pointer) {
    Value number = unknown_value(to, "a pointer converted to an integer", loc);
    if (holds_address(to)) number.address = v.pointer;
    return number;
  }
  if (to->is(CType::Kind::record) || to->is(CType::Kind::array)) {
    if (v.type->kind == to->kind && v.fields.size() <= 64 &&
        (same_type(v.type, to) || v.type->name == to->name)) {
      Value copy = v;
      copy.type = to;
      return copy;
    }
    return unknown_value(to, "a conversion to '" + to_string(to) + "'", loc);
  }
  if (!to->is_arithmetic() || !v.scalar) {
    if (same_type(v.type, to)) return v;
    return unknown_value(to, "a conversion to '" + to_string(to) + "'", loc);
  }
  if (v.type->is(CType::Kind::unknown))
    return make_scalar(to, pure("convert", value_type(to), {v.scalar}));
  return to->is(CType::Kind::integer) ? convert_to_integer(v, to) : convert_to_floating(v, to);
}

Expr Lowering::truth(const Value& v, Loc loc) {
  if (v.pointer) return pointer_truth(*v.pointer, loc);
  if (v.scalar && v.scalar->type.is_bool()) return v.scalar;
  if (v.scalar && v.scalar->type.is_int())
    return pool_->ne(v.scalar, pool_->constant(0, v.scalar->type));
  if (v.scalar && v.type->is(CType::Kind::floating))
    return pool_->logical_not(
        pure("feq", Type::boolean(), {v.scalar, float_literal(0, v.type).scalar}));
  return unknown_value(make_bool(), "a condition of type '" + to_string(v.type) + "'", loc).scalar;
}

Expr Lowering::to_i64(const Value& v, Loc loc) {
  return convert(v, make_integer(64, true), loc).scalar;
}

// Memory holds bool as a byte and pointers as 8 bytes.
Expr Lowering::scalar_bits(const Value& v) {
  if (v.pointer && v.pointer->row)
    return pure("address in row", Type::u64(),
                {v.pointer->base, v.pointer->row, v.pointer->offset});
  if (v.pointer) return pure("address", Type::u64(), {v.pointer->base, v.pointer->offset});
  if (v.scalar && v.scalar->type.is_bool())
    return pool_->ite(v.scalar, pool_->constant(1, Type::integer(8, false)),
                      pool_->constant(0, Type::integer(8, false)));
  return v.scalar;
}

Value Lowering::from_bits(const CT& type, Expr e) {
  if (type->is(CType::Kind::boolean)) return bool_value(pool_->ne(e, pool_->constant(0, e->type)));
  if (type->is(CType::Kind::pointer) || type->is(CType::Kind::function)) {
    return pointer_value(type, unknown_pointer("a pointer loaded from memory"));
  }
  return make_scalar(type, e);
}

Pointer Lowering::select(Expr cond, const Pointer& a, const Pointer& b) {
  Pointer p{pool_->ite(cond, a.base, b.base), {}, pool_->ite(cond, a.offset, b.offset)};
  std::set<PointeeId> all(a.candidates.begin(), a.candidates.end());
  all.insert(b.candidates.begin(), b.candidates.end());
  p.candidates.assign(all.begin(), all.end());
  if (auto base = constant_value(p.base)) p.candidates = {*base};
  if (a.row || b.row) p.row = pool_->ite(cond, row_of(a), row_of(b));
  return p;
}

Value Lowering::select(Expr cond, const Value& a, const Value& b) {
  Value v{a.type, nullptr, {}, {}};
  if (a.scalar && b.scalar) v.scalar = pool_->ite(cond, a.scalar, b.scalar);
  if (a.pointer && b.pointer) v.pointer = select(cond, *a.pointer, *b.pointer);
  if (a.address && b.address) v.address = select(cond, *a.address, *b.address);
  for (std::size_t i = 0; i < std::min(a.fields.size(), b.fields.size()); ++i)
    v.fields.push_back(select(cond, a.fields[i], b.fields[i]));
  return v;
}

} // namespace heddle::cuda
