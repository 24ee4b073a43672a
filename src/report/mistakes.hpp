// Mistakes of a source that the compiler refuses: one may leave many kernels open.
#pragma once
#include "heddle/heddle.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::report {

struct Mistake {
  std::string text; // "use of undeclared identifier 'SIZE'"
  // Equal keys, equal mistakes: a name that is not declared is one wherever it is used, others are
  // one where they stand.
  std::string key;
};
// The one that an open question comes from; nothing where the source is not to blame.
std::optional<Mistake> mistake_in(const Unknown& unknown);

// Without those that another one of the kernel brings with it: calls of a function where the
// function does not compile.
std::vector<Unknown> without_consequences(const std::vector<Unknown>& unknowns);

} // namespace heddle::report
