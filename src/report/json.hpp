// Results as JSON, version 1. docs/json.md describes every field.
#pragma once
#include "heddle/heddle.hpp"
#include "report/summary.hpp"

#include <string>

namespace heddle::report {

// One JSON object, indented by two spaces, ending in a newline. Bytes that are not UTF-8 (names and
// paths come from the user) become U+FFFD.
std::string to_json(const CheckResult& result);
// The same with what is to be said of the run: suppressions, and where it was cut short.
std::string to_json(const CheckResult& result, const RunFacts& facts);
// What is to be given so that kernels are decided: a JSON list with an object for each question, as
// in `questions` of unknowns, with the kernel, the place and why.
std::string questions_to_json(const CheckResult& result);

} // namespace heddle::report
