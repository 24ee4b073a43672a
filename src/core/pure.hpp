// The names that lowering gives to pure functions, as a user is told of them.
#pragma once
#include <optional>
#include <string>

namespace heddle::core {

// The vector whose parts, of one width, are the arguments; and the part of this number of the
// argument. No function of C++ has such names.
inline constexpr const char* vector_of_parts = ".vector";
std::string part_of_vector(unsigned number); // ".x", ".y", ".z", ".w", ".4", ..
std::optional<unsigned> part_number(const std::string& name);

// "a floating-point comparison" for "flt", "the constant -40" for "-40", "sqrt(..)" for others.
std::string describe_pure(const std::string& name);

} // namespace heddle::core
