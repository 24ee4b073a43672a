// "1 file", "2 files".
#pragma once
#include <fmt/format.h>

#include <string>

namespace heddle::report {

inline std::string plural(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// "1 more file", "2 more files".
inline std::string plural_more(std::size_t count, const char* noun) {
  return fmt::format("{} more {}{}", count, noun, count == 1 ? "" : "s");
}

} // namespace heddle::report
