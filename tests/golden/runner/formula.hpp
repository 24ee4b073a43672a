// Sums and products of C++ over named numbers, as the headers of golden tests write indices.
#pragma once
#include <cstdint>
#include <map>
#include <string>

namespace heddle::golden {

// Throws std::runtime_error where it is malformed, or names what has no number.
std::int64_t evaluate(const std::string& formula, const std::map<std::string, std::int64_t>& names);

} // namespace heddle::golden
