// What to do about a finding for which neither a barrier nor an assumption was found.
#pragma once
#include "heddle/heddle.hpp"

#include <string>

namespace heddle::report {

// A sentence, without a dot at its end; "" where the finding tells what to do by itself.
std::string advice(const Finding& finding);

} // namespace heddle::report
