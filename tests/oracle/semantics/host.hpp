// What the host compiler makes of the cases.
#pragma once
#include "cases.hpp"

namespace heddle::oracle {

struct HostValues {
  std::string error; // of the compiler, or ""
  // One for each number asked, or one; empty: the case has no defined value.
  std::vector<std::vector<int>> values;
};

HostValues run_on_host(const std::vector<Case>& cases);

} // namespace heddle::oracle
