// What stands around the results in an HTML report: style and script.
#pragma once
#include <string>

namespace heddle::report {

std::string page_start(); // to the start of the body
std::string page_end();

} // namespace heddle::report
