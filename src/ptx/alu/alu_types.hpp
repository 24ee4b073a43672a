// The C++ types that PTX's types compute in. Private to alu_*.cpp.
#pragma once
#include "ptx/alu/alu.hpp"

#include <type_traits>

namespace heddle::ptx {

template <class T> std::uint64_t bits_of(T value) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<std::uint32_t>(value);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<std::uint64_t>(value);
  else
    return static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(value));
}

template <class T> T value_of(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(bits);
  else
    return static_cast<T>(bits);
}

// Calls `body` with a value of the C++ type that `type` computes in; false: there is none.
template <class Body> bool in_integer(Type type, Body body) {
  switch (type) {
  case Type::s16:
    body(std::int16_t{});
    return true;
  case Type::u16:
  case Type::b16:
    body(std::uint16_t{});
    return true;
  case Type::s32:
    body(std::int32_t{});
    return true;
  case Type::u32:
  case Type::b32:
    body(std::uint32_t{});
    return true;
  case Type::s64:
    body(std::int64_t{});
    return true;
  case Type::u64:
  case Type::b64:
    body(std::uint64_t{});
    return true;
  default:
    return false;
  }
}

template <class Body> bool in_number(Type type, Body body) {
  if (type == Type::f32) return body(float{}), true;
  if (type == Type::f64) return body(double{}), true;
  return in_integer(type, body);
}

} // namespace heddle::ptx
