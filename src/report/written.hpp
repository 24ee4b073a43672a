// The accessed place as the source line has it.
#pragma once
#include "heddle/heddle.hpp"

#include <string>

namespace heddle::report {

// "row[i / 4]", where an access is written so and `row` is another name for a part of its array, or
// for all of it: a pointer, a parameter of a helper. Nothing where the line has the array's own
// name, or anything but a name and what is in brackets behind it.
std::string written_place(const AccessReport& access);

} // namespace heddle::report
