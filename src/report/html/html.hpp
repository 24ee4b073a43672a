// A report for a browser: one file that needs no other, with the sources quoted.
#pragma once
#include "heddle/heddle.hpp"
#include "report/summary.hpp"

#include <string>

namespace heddle::report {

// Summary with filters; for each finding the source around its accesses, the witness as a table and
// a picture. Sources are read from the disk; where they are not there, the lines of the result do.
std::string to_html(const CheckResult& result, const RunFacts& facts);

} // namespace heddle::report
