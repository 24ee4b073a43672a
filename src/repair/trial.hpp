// Fewer barriers where some are named: which arrivals meet depends on all of them, so that an error
// of one placement says nothing of others. What is cheaper is tried, the greatest gain first, and a
// partner goes with its partner; at the end the placements that are cheaper still, as long as there
// are few.
#pragma once
#include "repair/search.hpp"

namespace heddle::repair {

// For --optimize. `barriers` of the result are optimal when every cheaper placement was tried.
Found search_by_trial(const Task& task);

} // namespace heddle::repair
