// Pictures of findings, as SVG in HTML.
#pragma once
#include "heddle/heddle.hpp"

#include <string>

namespace heddle::report {

// A race: the two threads against the cells around the one where they meet, and time going down
// with the place where a barrier is missing. Named barriers and mbarriers: a lane for each role
// with the generations of what it waits on. A barrier that not all threads reach: the ways of the
// two.
std::string picture(const Finding& finding);

} // namespace heddle::report
