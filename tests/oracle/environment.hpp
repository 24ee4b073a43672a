// Settings of the oracles: seeds and numbers of cases from the environment.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <string>

namespace heddle::oracle {

inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::stoull(text) : otherwise;
}

} // namespace heddle::oracle
