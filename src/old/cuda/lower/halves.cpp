// Operators of half2 and bfloat162: those of their two halves.
#include "cuda/lower/internal.hpp"

namespace heddle::cuda {

bool is_packed_halves(const CT& type) {
  return same_type(type, builtin_type("__half2")) ||
         same_type(type, builtin_type("__nv_bfloat162"));
}

// A comparison is true when it is of both halves.
Value Lowering::binary_halves(BinaryOp op, const Value& a, const Value& b, Loc loc) {
  Value result{a.type, nullptr, {}, {}};
  for (std::size_t i = 0; i < a.fields.size(); ++i)
    result.fields.push_back(binary(op, a.fields[i], b.fields[i], loc));
  if (!result.fields[0].type->is(CType::Kind::boolean)) return result;
  return bool_value(pool_->logical_and(truth(result.fields[0], loc), truth(result.fields[1], loc)));
}

Value Lowering::negate_halves(const Value& v, Loc loc) {
  Value result{v.type, nullptr, {}, {}};
  for (const Value& half : v.fields)
    result.fields.push_back(negate(half, loc));
  return result;
}

} // namespace heddle::cuda
