// Results as JSON, version 1. docs/json.md describes every field.
#pragma once
#include "heddle/heddle.hpp"

#include <string>

namespace heddle::report {

// One JSON object, indented by two spaces, ending in a newline. Bytes that are not UTF-8 (names and
// paths come from the user) become U+FFFD.
std::string to_json(const CheckResult& result);

} // namespace heddle::report
