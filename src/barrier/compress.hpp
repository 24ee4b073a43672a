// Rules of every n as one Order, as short as it gets. Private to src/barrier.
#pragma once
#include "barrier/rules.hpp"
#include "barrier/windows.hpp"

namespace heddle::barrier {

// `tables`: by n, those below `first` for their n alone, the others for n + m period. There are
// none for n that are not well-synchronized.
Order compress(const std::vector<RuleTable>& tables, std::int64_t first, std::int64_t period);

} // namespace heddle::barrier
