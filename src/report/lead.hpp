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
// differ; where they come by the same ones, the innermost line in the file of the kernel: a helper
// of a library is no place to look at first, a function beside the kernel is one. Of PTX, whose
// lines are not those of the calls, the access itself.
std::vector<Lead> leads(const Finding& finding);

} // namespace heddle::report
