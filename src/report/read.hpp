// Reading what to_json wrote.
#pragma once
#include "heddle/heddle.hpp"

#include <optional>
#include <string>

namespace heddle::report {

// Nothing where `text` is no report of version 1.
std::optional<CheckResult> read_report(const std::string& text);

} // namespace heddle::report
