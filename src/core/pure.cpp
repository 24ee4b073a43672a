#include "core/pure.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace heddle::core {

std::string part_of_vector(unsigned number) {
  return number < 4 ? std::string{'.', "xyzw"[number]} : "." + std::to_string(number);
}

std::optional<unsigned> part_number(const std::string& name) {
  if (name.size() < 2 || name.size() > 4 || name[0] != '.') return std::nullopt;
  static constexpr std::string_view first = "xyzw";
  if (const std::size_t at = first.find(name[1]); at != std::string_view::npos)
    return name.size() == 2 ? std::optional(static_cast<unsigned>(at)) : std::nullopt;
  unsigned number = 0;
  for (const char c : name.substr(1)) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<unsigned>(c - '0');
  }
  return number;
}

std::string describe_pure(const std::string& name) {
  if (name == vector_of_parts) return "a vector";
  if (part_number(name)) return "a part of a vector";
  static constexpr const char* comparison = "a floating-point comparison";
  static constexpr std::array<std::pair<std::string_view, const char*>, 24> operators{{
      {"fadd", "a floating-point sum"},
      {"fsub", "a floating-point difference"},
      {"fmul", "a floating-point product"},
      {"fdiv", "a floating-point quotient"},
      {"fneg", "a floating-point negation"},
      {"feq", comparison},
      {"fne", comparison},
      {"flt", comparison},
      {"fle", comparison},
      {"fgt", comparison},
      {"fge", comparison},
      {"f2f", "a conversion between floating-point types"},
      {"h2f", "a conversion between floating-point types"},
      {"f2h", "a conversion between floating-point types"},
      {"b2f", "a conversion between floating-point types"},
      {"f2b", "a conversion between floating-point types"},
      {"i2f", "a conversion to floating point"},
      {"u2f", "a conversion to floating point"},
      {"f2i", "a conversion from floating point"},
      {"f2u", "a conversion from floating point"},
      {"bits", "reinterpreted bits"},
      {"convert", "a conversion"},
      {"address", "an address taken as a number"},
      {"umul64", "a product of 64 bits that wraps"},
  }};
  const auto known = std::ranges::find(operators, std::string_view(name),
                                       &std::pair<std::string_view, const char*>::first);
  if (known != operators.end()) return known->second;
  const std::size_t sign = name.starts_with('-') ? 1 : 0;
  const bool number =
      name.size() > sign && std::isdigit(static_cast<unsigned char>(name[sign])) != 0;
  return number ? "the constant " + name : name + "(..)";
}

} // namespace heddle::core
