// Results as SARIF 2.1.0, for code review: a result for each finding, with both accesses, the two
// threads' ways as thread flows, and the assumption that rules it out as a fix; what is undecided
// is a result of the kind `open`.
#pragma once
#include "heddle/heddle.hpp"
#include "report/summary.hpp"

#include <string>

namespace heddle::report {

std::string to_sarif(const CheckResult& result, const RunFacts& facts);

} // namespace heddle::report
