#include "core/pure.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace heddle::core {

std::string describe_pure(const std::string& name) {
  static constexpr const char* comparison = "a floating-point comparison";
  static constexpr std::array<std::pair<std::string_view, const char*>, 20> operators{{
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
