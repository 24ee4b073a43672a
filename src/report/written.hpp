// The accessed place as the source line has it.
#pragma once
#include "heddle/heddle.hpp"

#include <string>
#include <string_view>

namespace heddle::report {

// The end of the name at `at`, with what is in brackets behind it, where they are closed in this
// text. `open`: the brackets that count, of "[" and "(".
std::size_t end_of_place(std::string_view text, std::size_t at, std::string_view open);

// "row[i / 4]", where an access is written so and `row` is another name for a part of its array, or
// for all of it: a pointer, a parameter of a helper. Nothing where the line has the array's own
// name, or anything but a name and what is in brackets behind it.
std::string written_place(const AccessReport& access);

} // namespace heddle::report
