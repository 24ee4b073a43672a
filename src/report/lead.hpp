// Which line of an access a reader looks for first: its own, or the call that leads to it.
#pragma once
#include "heddle/heddle.hpp"

#include <vector>

namespace heddle::report {

struct Lead {
  Position at;
  std::string line;              // of the source, "" when not known
  bool is_call = false;          // the access is in what is called there
  std::vector<Position> further; // calls: from `at` to the access where it is one, else around it
};

// For each access of a finding. Where the two come by different calls, the first of these that
// differ; where they come by the same ones, the kernel's own line, as what is called there serves
// others, too. Of one that is in the body which leads to the other, and of one alone, the innermost
// line in the file of the kernel. Of PTX, whose lines are not those of the calls, the access
// itself.
std::vector<Lead> leads(const Finding& finding);

} // namespace heddle::report
