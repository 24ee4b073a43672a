// Rules of every n as one Order, as short as it gets. Private to src/barrier.
#pragma once
#include "barrier/analysis/rules.hpp"
#include "barrier/analysis/windows.hpp"

namespace heddle::barrier {

// By n, those below `first` for their n alone, the others for n + m period. There are none for n
// that are not well-synchronized.
struct Tables {
  std::vector<RuleTable> tables;
  std::int64_t first = 0, period = 1;
};

Tables tables_of(const Family& family, const Point& p, const Point& q, Pairing pairing);
// std::invalid_argument unless they are points of the skeleton and can be paired so.
void check_points(const Shape& shape, const Point& p, const Point& q, Pairing pairing);

// What is ordered for all of `families`: exactly, if it is one or they agree on one form; else the
// most that one form can say.
Order compress(const std::vector<Tables>& families);

} // namespace heddle::barrier
