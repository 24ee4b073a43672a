// Text in HTML and XML.
#pragma once
#include <string>

namespace heddle::report {

// Control characters, which no XML can hold, become question marks.
std::string escaped(const std::string& text);
// What stands between backticks becomes code.
std::string marked_up(const std::string& text);

} // namespace heddle::report
