// Results as JUnit's XML, which most systems of continuous integration show: a suite for each file,
// a case for each kernel. What is undecided is skipped.
#pragma once
#include "heddle/heddle.hpp"

#include <string>

namespace heddle::report {

std::string to_junit(const CheckResult& result);

} // namespace heddle::report
