// The names that lowering gives to pure functions, as a user is told of them.
#pragma once
#include <string>

namespace heddle::core {

// "a floating-point comparison" for "flt", "the constant -40" for "-40", "sqrt(..)" for others.
std::string describe_pure(const std::string& name);

} // namespace heddle::core
