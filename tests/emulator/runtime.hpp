// One emulated launch: fibres, the record of its accesses, and what is wrong with it.
#pragma once
#include "interface.hpp"

#include <functional>
#include <string>

namespace emu {

struct Found {
  std::string kind; // "race", "divergence", "assertion", "same-value-write"; "" for none
  std::string text;
};

// Runs `body` once per thread of the launch. False when the launch does not apply: a contract is
// violated, memory left its bounds, or it takes too long.
bool launch(Index3 grid, Index3 block, const std::function<void()>& body, Found& found);

} // namespace emu
