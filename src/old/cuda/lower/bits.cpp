// Bit-fields. In a local variable each is a variable of its own; in memory the neighbouring ones
// are one location (types.hpp), which is read and written whole.
#include "cuda/lower/internal.hpp"

namespace heddle::cuda {

namespace {

std::int64_t mask_of(unsigned width) {
  return width >= 63 ? INT64_MAX : (std::int64_t{1} << width) - 1;
}

// Do the location's bytes make an integer?
bool is_word(unsigned bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; }

} // namespace

// The value that is left of `v` in a bit-field of its type.
Value Lowering::narrowed(const Value& v, const BitField& bits) {
  if (!v.scalar || !v.type->is(CType::Kind::integer) || bits.width >= v.type->width) return v;
  const Type type = v.scalar->type;
  const auto number = [&](std::int64_t n) { return pool_->constant(n, type); };
  Expr e = pool_->bit_and(v.scalar, number(mask_of(bits.width)));
  if (v.type->is_signed)
    e = pool_->ite(pool_->le(number(std::int64_t{1} << (bits.width - 1)), e),
                   pool_->sub(e, number(std::int64_t{1} << bits.width)), e);
  return make_scalar(v.type, e);
}

// One that an int holds is promoted to int, whatever its type.
Value Lowering::promoted_bits(const Value& v, const BitField& bits, Loc loc) {
  if (!v.type->is(CType::Kind::integer) || v.type->width > 32 || bits.width >= 32) return v;
  return convert(v, make_integer(32, true), loc);
}

Value Lowering::load_bits(const Pointer& p, const CT& type, const BitField& bits, Loc loc) {
  if (!is_word(bits.bytes) || bits.width >= 63) {
    read(p, Type::opaque(bits.bytes * 8), bits.bytes, loc);
    return narrowed(unknown_value(type, "a bit-field", loc), bits);
  }
  const core::VarId t = read(p, Type::integer(bits.bytes * 8, false), bits.bytes, loc);
  const Type u64 = Type::u64();
  const Expr word = pool_->cast(pool_->symbol_ref(t), u64);
  const Expr e = pool_->bit_and(pool_->shr(word, pool_->constant(bits.shift, u64)),
                                pool_->constant(mask_of(bits.width), u64));
  if (type->is(CType::Kind::boolean)) return bool_value(pool_->ne(e, pool_->constant(0, u64)));
  return narrowed(make_scalar(type, pool_->cast(e, value_type(type))), bits);
}

// Bit-fields of one location; `keeps`: the others in it keep their values.
void Lowering::store_bits(const Pointer& p, const std::vector<std::pair<BitField, Value>>& parts,
                          bool keeps, Loc loc) {
  const unsigned bytes = parts.front().first.bytes;
  if (!is_word(bytes)) {
    if (keeps) read(p, Type::opaque(bytes * 8), bytes, loc);
    return write(p, nullptr, bytes, loc);
  }
  const Type u64 = Type::u64();
  const auto number = [&](std::int64_t n) { return pool_->constant(n, u64); };
  Expr word = number(0);
  if (keeps)
    word =
        pool_->cast(pool_->symbol_ref(read(p, Type::integer(bytes * 8, false), bytes, loc)), u64);
  for (const auto& [bits, value] : parts) {
    if (!word || !value.scalar || bits.width >= 63) {
      word = nullptr;
      break;
    }
    const Expr scalar = scalar_bits(value);
    const Expr mask = number(mask_of(bits.width)), shift = number(bits.shift);
    const Expr old = pool_->shl(pool_->bit_and(pool_->shr(word, shift), mask), shift);
    const Expr fresh = pool_->shl(pool_->bit_and(pool_->cast(scalar, u64), mask), shift);
    word = pool_->add(keeps ? pool_->sub(word, old) : word, fresh);
  }
  write(p, word ? pool_->cast(word, Type::integer(bytes * 8, false)) : nullptr, bytes, loc);
}

} // namespace heddle::cuda
